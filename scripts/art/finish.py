"""Turns the linear passes of the renderer into pictures: smoothing, paints, paper and encoding."""
import os

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2  # noqa: E402
import numpy as np  # noqa: E402

# Color of the matte base, color of its metal flake, and brightness factor of the base.
PAINTS = {
    "black": ("#0b0c0e", "#16181b", 1.0),
    "silver": ("#7b7f83", "#dfe2e5", 1.0),
    "blue": ("#0a1f47", "#16407f", 1.0),
    "white": ("#f6f7f8", "#55575a", 1.22),
    "red": ("#640a0f", "#8f1418", 1.0),
    "green": ("#0c2e23", "#174a39", 1.0),
    "grey": ("#33373c", "#5c6269", 1.0),
    "brown": ("#2b1a10", "#5b3a22", 1.0),
    "beige": ("#b6a88c", "#d8cdb4", 1.05),
    "orange": ("#a2380a", "#c9560f", 1.0),
}


def linear(color):
    c = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(np.float32)


def encode(light):
    """Linear light to sRGB, 0 to 1."""
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def shoulder(light, start=0.72):
    """Compresses light above `start` softly toward 1, so that highlights keep their detail."""
    over = np.maximum(light - start, 0)
    room = 1 - start
    return np.where(light > start, start + room * (1 - np.exp(-over / room)), light)


def read(out, part):
    """One pass of a render as float32 red, green, blue (depth: one channel)."""
    image = cv2.imread(f"{out}-{part}.exr", cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(f"{out}-{part}.exr")
    if image.ndim == 2:
        return image
    return np.ascontiguousarray(image[..., 2::-1])


def smoothed(light, normal, depth, strength=0.35, rounds=4, normal_power=48.0, depth_scale=0.06):
    """Edge-avoiding à-trous wavelet: averages over 5 × 5 taps 1, 2, 4, … pixels apart, but only between
    neighbors with similar normal, depth (meters) and brightness (relative, `strength`, halved each round).
    """
    kernel = np.array([1, 4, 6, 4, 1], np.float32) / 16
    height, width = light.shape[:2]
    # At outlines, the pass contains averaged and therefore shorter normals.
    normal = normal / np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-3)
    result = light.astype(np.float32)
    depth = np.minimum(depth, 60.0)
    # The empty sky has no normal. Give it one, so that sky pixels match each other.
    normal = np.where(np.abs(normal).sum(axis=2, keepdims=True) < 0.1, np.float32([0, 0, 1]), normal)
    for level in range(rounds):
        step = 1 << level
        pad = 2 * step
        wide = cv2.copyMakeBorder(result, pad, pad, pad, pad, cv2.BORDER_REFLECT_101)
        wide_normal = cv2.copyMakeBorder(normal, pad, pad, pad, pad, cv2.BORDER_REFLECT_101)
        wide_depth = cv2.copyMakeBorder(depth, pad, pad, pad, pad, cv2.BORDER_REFLECT_101)
        grey = cv2.GaussianBlur(result.mean(axis=2), (0, 0), 1.2)
        wide_grey = cv2.copyMakeBorder(grey, pad, pad, pad, pad, cv2.BORDER_REFLECT_101)
        total = np.zeros_like(result)
        weights = np.zeros((height, width), np.float32)
        spread = (strength / (1 << level)) * (np.abs(grey) + 0.02)
        for j in range(5):
            for i in range(5):
                rows = slice(j * step, j * step + height)
                columns = slice(i * step, i * step + width)
                alike = np.clip((wide_normal[rows, columns] * normal).sum(axis=2), 0, 1) ** normal_power
                far = np.abs(wide_depth[rows, columns] - depth) / (depth_scale * step)
                bright = np.abs(wide_grey[rows, columns] - grey) / spread
                weight = kernel[j] * kernel[i] * alike * np.exp(-far - bright) + 1e-8
                total += wide[rows, columns] * weight[..., None]
                weights += weight
        result = total / weights[..., None]
    return result


def calm(light):
    """Removes single bright pixels: limits every pixel to little more than the median around it."""
    middle = cv2.medianBlur(light.astype(np.float32), 3)
    return np.minimum(light, middle * 2.5 + 0.05)


def save(path, picture, quality=None):
    """Writes sRGB 0–1 (with opacity, if there is a fourth channel), with half a step of noise against banding.
    The suffix selects the format; PNG has no quality.
    """
    noise = np.random.default_rng(5).uniform(-0.5, 0.5, picture.shape[:2])[..., None]
    noise = noise * (picture > 0)
    pixels = np.clip(picture * 255 + noise, 0, 255).round().astype(np.uint8)
    pixels = pixels[..., [2, 1, 0, 3]] if pixels.shape[2] == 4 else pixels[..., ::-1]
    kind = cv2.IMWRITE_WEBP_QUALITY if path.endswith(".webp") else cv2.IMWRITE_JPEG_QUALITY
    cv2.imwrite(path, pixels, [] if quality is None else [kind, quality])


def sharpened(picture, amount=0.4, radius=0.9):
    """A light unsharp mask, as a camera would apply."""
    return picture + amount * (picture - cv2.GaussianBlur(picture, (0, 0), radius))
