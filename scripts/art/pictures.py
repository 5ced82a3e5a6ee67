"""Makes the listing pictures from the renders: pictures.py RENDERS TARGET picture [paint …]

RENDERS contains <picture>-black, <picture>-white, <picture>-mask and the empty studio, <picture>-empty. A picture has no
floor: where its shadow falls it is black and partly transparent, so the page's color shows.
"""
import sys

import cv2
import numpy as np

from finish import PAINTS, calm, encode, linear, read, save, sharpened, shoulder, smoothed

def components(renders, body):
    """The light of the car: with a black base, plus what a white matte base and a white metal base add."""
    normal, depth = read(f"{renders}/{body}-black", "normal"), read(f"{renders}/{body}-black", "depth")
    if depth.ndim == 3:
        depth = depth[..., 0]
    black, black_matte = (read(f"{renders}/{body}-black", part) for part in ("light", "diffuse"))
    white, white_matte = (read(f"{renders}/{body}-white", part) for part in ("light", "diffuse"))
    # The floor is smoothed most: its only detail is the shadow.
    ground = smoothed(black_matte, normal, depth, strength=0.6, rounds=5)
    mirrored = smoothed(calm(black - black_matte), normal, depth, strength=0.14, rounds=2, normal_power=200.0)
    matte = smoothed(np.maximum(white_matte - black_matte, 0), normal, depth, strength=0.5)
    metal = np.maximum((white - white_matte) - (black - black_matte), 0)
    metal = smoothed(calm(metal), normal, depth, strength=1.2, rounds=5)
    return ground, mirrored, matte, metal


def shadow(parts, mask, empty, depth):
    """Share of the empty studio's light that each floor pixel keeps, extended slightly under the edge of the car."""
    ground, mirrored = parts[:2]
    keeps = np.clip((ground + mirrored) / np.maximum(empty, 1e-3), 0, 1).mean(axis=2) ** 1.2
    # Far from the car there is no shadow, only the horizon.
    far = np.clip((depth - 15) / 6, 0, 1)
    keeps = keeps + (1 - keeps) * far
    clear = (mask[..., 0] < 0.004).astype(np.float32)
    near = cv2.GaussianBlur(keeps * clear, (0, 0), 2.0) / np.maximum(cv2.GaussianBlur(clear, (0, 0), 2.0), 1e-4)
    return np.where(clear > 0, keeps, near)[..., None]


def contrast(light):
    """Darkens the darkest tones a little; 0 and 1 do not change."""
    return light * (light + 0.012) / (light + 0.022)


def picture(parts, mask, empty, depth, paint):
    """The picture in one paint: sRGB and opacity, 0–1."""
    ground, mirrored, matte, metal = parts
    base, flake, answer = PAINTS[paint]
    light = ground + mirrored + matte * linear(base) * answer + metal * linear(flake)
    keeps = shadow(parts, mask, empty, depth)
    # An edge pixel shows car and floor; only the car's part is kept.
    car = np.maximum(light - (1 - mask) * keeps * empty, 0) / np.maximum(mask, 0.05)
    shown = encode(contrast(shoulder(car)))
    dimmed = 1 - encode(0.04 + 0.96 * keeps)
    opacity = mask + (1 - mask) * dimmed
    # Under its edge the car's color goes on, so that no seam shows between car and shadow.
    color = np.where(mask > 0.004, sharpened(shown), 0) * mask / np.maximum(opacity, 1e-3)
    return np.concatenate([color, np.where(opacity < 0.004, 0, opacity)], axis=2)


def main():
    renders, target, name, *wanted = sys.argv[1:]
    parts = components(renders, name)
    mask = np.clip(read(f"{renders}/{name}-mask", "light")[..., :1], 0, 1)
    empty = cv2.GaussianBlur(read(f"{renders}/{name}-empty", "light"), (0, 0), 6)
    depth = read(f"{renders}/{name}-empty", "depth")
    depth = depth[..., 0] if depth.ndim == 3 else depth
    # A cloth has no paint.
    if name == "covered":
        return save(f"{target}/{name}.png", picture(parts, mask, empty, depth, "silver"))
    for paint in wanted or PAINTS:
        save(f"{target}/{name}-{paint}.png", picture(parts, mask, empty, depth, paint))
        print(f"{name} {paint}")


if __name__ == "__main__":
    main()
