"""Where items come from: the project's beds and pairs, the public sets. Each module adds to a Collection."""
