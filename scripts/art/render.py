"""Renders jobs with Cycles: blender --background --python render.py -- jobs.json

jobs.json is a list of {out, studio: paper|dark|mask, body, meshes, width, height, samples, …}; each job
writes OUT-<pass>.exr (32-bit, linear): light, diffuse, normal, depth.
"""
import json
import os
import sys
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio  # noqa: E402


def settings(job):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = job.get("samples", 64)
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = job.get("threshold", 0.015)
    cycles.adaptive_min_samples = min(24, cycles.samples)
    cycles.seed = 7
    cycles.max_bounces = 6
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 4
    cycles.transparent_max_bounces = 8
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 2
    cycles.blur_glossy = 0.5
    cycles.use_denoising = False
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 2
    scene.render.resolution_x, scene.render.resolution_y = job["width"], job["height"]
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Raw"


def passes(job):
    """Writes the passes through the compositor; diffuse light includes its color."""
    scene = bpy.context.scene
    layer = scene.view_layers[0]
    layer.use_pass_normal = layer.use_pass_z = True
    layer.use_pass_diffuse_direct = layer.use_pass_diffuse_indirect = layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    folder, name = os.path.split(job["out"])
    output = tree.nodes.new("CompositorNodeOutputFile")
    output.base_path = folder
    output.format.file_format = "OPEN_EXR"
    output.format.color_depth = "32"
    output.format.exr_codec = "ZIP"
    output.file_slots.clear()

    def combine(kind, a, b):
        node = tree.nodes.new("CompositorNodeMixRGB")
        node.blend_type = kind
        node.inputs[0].default_value = 1
        tree.links.new(a, node.inputs[1])
        tree.links.new(b, node.inputs[2])
        return node.outputs[0]

    light = combine("ADD", source.outputs["DiffDir"], source.outputs["DiffInd"])
    parts = {
        "light": source.outputs["Image"],
        "diffuse": combine("MULTIPLY", light, source.outputs["DiffCol"]),
        "normal": source.outputs["Normal"],
        "depth": source.outputs["Depth"],
    }
    for part in ["light"] if job["studio"] == "mask" else parts:
        output.file_slots.new(f"{name}-{part}-")
        tree.links.new(parts[part], output.inputs[f"{name}-{part}-"])


def render(job):
    started = time.time()
    studio.build(job)
    settings(job)
    passes(job)
    bpy.ops.render.render()
    folder, name = os.path.split(job["out"])
    for file in os.listdir(folder):
        # The compositor adds the frame number to the name.
        if file.startswith(f"{name}-") and file.endswith("-0001.exr"):
            os.replace(f"{folder}/{file}", f"{folder}/{file.replace('-0001.exr', '.exr')}")
    print(f"DONE {name} {time.time() - started:.0f} s", flush=True)


with open(sys.argv[sys.argv.index("--") + 1]) as jobs_file:
    for each in json.load(jobs_file):
        render(each)
