// Goes down as soon as it is started.
process.exit(3);
