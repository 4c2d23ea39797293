"""One step of a fine-tuning, for the reader's and the sentence choice's own.py."""
import torch


def learn(loss, net, optimiser, mean, step):
    """Steps down the loss, with gradients cut at 5, and moves `mean`, the running mean of the weights, which is what is kept. Returns the number of the next step."""
    values = [value for group in optimiser.param_groups for value in group['params']]
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    if torch.isfinite(torch.nn.utils.clip_grad_norm_(values, 5.0)):
        optimiser.step()
    step += 1
    decay = min(0.99, (1 + step) / (10 + step))
    with torch.no_grad():
        for name, value in net.state_dict().items():
            mean[name].mul_(decay).add_(value, alpha=1 - decay)
    return step
