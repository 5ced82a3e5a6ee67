"""The two studios as scenes for Blender's Cycles renderer: lights, floor, camera and materials.

Lengths are meters (x forward, y left, z up), angles degrees, light strengths watts per square meter
and steradian, as in Cycles (1 shows as white).
"""
import json
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

CAMERA = {"lens": 70, "azimuth": 38, "distance": 10.0, "height": 1.25}


def linear(color):
    """'#rrggbb' as linear red, green, blue and alpha."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts] + [1]


def principled(name, color, metallic=0.0, roughness=0.5, coat=0.0, specular=0.5, glow=0.0, glow_color="#ffffff"):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    inputs = material.node_tree.nodes["Principled BSDF"].inputs
    inputs["Base Color"].default_value = linear(color)
    inputs["Metallic"].default_value = metallic
    inputs["Roughness"].default_value = roughness
    inputs["Clearcoat"].default_value = coat
    inputs["Clearcoat Roughness"].default_value = 0.02
    inputs["Specular"].default_value = specular
    inputs["Emission"].default_value = linear(glow_color)
    inputs["Emission Strength"].default_value = glow
    return material


def node_material(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    return material, tree, output


def paint(color, flake):
    """Lacquer over a base that is partly matte, partly metal flake.

    The picture is linear in `color` (r, g, b), so one render with a black and one with a white base
    give every paint; see finish.py.
    """
    material, tree, output = node_material("paint")
    new, link = tree.nodes.new, tree.links.new
    matte, metal, lacquer = new("ShaderNodeBsdfDiffuse"), new("ShaderNodeBsdfGlossy"), new("ShaderNodeBsdfGlossy")
    base, whole, fresnel = new("ShaderNodeMixShader"), new("ShaderNodeMixShader"), new("ShaderNodeFresnel")
    for node in (matte, metal):
        node.inputs["Color"].default_value = (*color, 1)
    metal.inputs["Roughness"].default_value = 0.42
    lacquer.inputs["Color"].default_value = (1, 1, 1, 1)
    lacquer.inputs["Roughness"].default_value = 0.02
    fresnel.inputs["IOR"].default_value = 1.5
    base.inputs[0].default_value = flake
    link(matte.outputs[0], base.inputs[1])
    link(metal.outputs[0], base.inputs[2])
    link(fresnel.outputs[0], whole.inputs[0])
    link(base.outputs[0], whole.inputs[1])
    link(lacquer.outputs[0], whole.inputs[2])
    link(whole.outputs[0], output.inputs[0])
    return material


def glass(tint):
    material, tree, output = node_material("glass")
    new, link = tree.nodes.new, tree.links.new
    clear, mirror, mix, fresnel = (
        new("ShaderNodeBsdfTransparent"),
        new("ShaderNodeBsdfGlossy"),
        new("ShaderNodeMixShader"),
        new("ShaderNodeFresnel"),
    )
    clear.inputs[0].default_value = (tint, tint * 1.03, tint * 1.04, 1)
    mirror.inputs["Roughness"].default_value = 0.0
    mirror.inputs["Color"].default_value = (1, 1, 1, 1)
    fresnel.inputs["IOR"].default_value = 1.5
    link(fresnel.outputs[0], mix.inputs[0])
    link(clear.outputs[0], mix.inputs[1])
    link(mirror.outputs[0], mix.inputs[2])
    link(mix.outputs[0], output.inputs[0])
    return material


def glowing(name, color, strength):
    """A lamp that emits light only outward; from behind (through the cabin) it is black."""
    material, tree, output = node_material(name)
    new, link = tree.nodes.new, tree.links.new
    emission, black, mix, side = (
        new("ShaderNodeEmission"),
        new("ShaderNodeBsdfDiffuse"),
        new("ShaderNodeMixShader"),
        new("ShaderNodeNewGeometry"),
    )
    emission.inputs["Color"].default_value = linear(color)
    emission.inputs["Strength"].default_value = strength
    black.inputs["Color"].default_value = (0, 0, 0, 1)
    link(side.outputs["Backfacing"], mix.inputs[0])
    link(emission.outputs[0], mix.inputs[1])
    link(black.outputs[0], mix.inputs[2])
    link(mix.outputs[0], output.inputs[0])
    return material


def car_materials(job):
    dark = job["studio"] == "dark"
    lamps = job.get("lamps", 0.0 if dark else 1.0)
    base = job.get("base", 0.0)
    color = base if isinstance(base, list) else [base] * 3
    return {
        "paint": paint(color, job.get("flake", 0.5)),
        "glass": glass(0.14 if not dark else 0.08),
        "chrome": principled("chrome", "#cfd1d4", 1, 0.08),
        "glossblack": principled("glossblack", "#050505", 0, 0.08, 1),
        "plastic": principled("plastic", "#0c0c0d", 0, 0.5),
        "void": principled("void", "#020202", 0, 0.9, specular=0),
        "gap": principled("gap", "#010101", 0, 1, specular=0),
        "bars": principled("bars", "#26272a", 1, 0.25),
        "lamp": principled("lamp", "#101317", 0.6, 0.1, 1),
        "lampLight": glowing("lampLight", "#f4f7ff", lamps * (26 if dark else 1.5)) if lamps else principled("lampLight", "#c8ccd2", 0.6, 0.15, 1),
        "lampEye": principled("lampEye", "#8d929a", 1, 0.12, glow=lamps * (2.0 if dark else 0.05), glow_color="#e4ecff"),
        "tailLamp": principled("tailLamp", "#3a0307", 0, 0.08, 1),
        "tailLight": glowing("tailLight", "#ff1408", lamps * (10 if dark else 1.2)) if lamps else principled("tailLight", "#5a0508", 0, 0.1, 1),
        "tyre": principled("tyre", "#101011", 0, 0.62, specular=0.3),
        "rim": principled("rim", job.get("rim", "#b4b7bb"), 1, 0.2),
        "rimDark": principled("rimDark", "#3a3b3e", 1, 0.35),
        "disc": principled("disc", "#6a6c70", 1, 0.3),
        "caliper": principled("caliper", "#17181a", 0, 0.25, 1),
        "seat": principled("seat", "#7a4a2c", 0, 0.5, specular=0.2),
        "trim": principled("trim", "#141517", 0, 0.6, specular=0),
        "cloth": principled("cloth", "#8d8980", 0, 0.85, specular=0.15),
    }


def add_mesh(name, positions, triangles, material, normals=None):
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(positions) // 3)
    mesh.vertices.foreach_set("co", positions)
    count = len(triangles) // 3
    mesh.loops.add(len(triangles))
    mesh.loops.foreach_set("vertex_index", triangles)
    mesh.polygons.add(count)
    mesh.polygons.foreach_set("loop_start", np.arange(0, len(triangles), 3, dtype=np.int32))
    mesh.polygons.foreach_set("loop_total", np.full(count, 3, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(count, dtype=bool))
    mesh.update()
    if normals is not None:
        mesh.use_auto_smooth = True
        mesh.normals_split_custom_set_from_vertices(normals.reshape(-1, 3).tolist())
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def read_car(folder, body):
    """The index of a car's parts, and its bytes; `write-meshes.ts` describes both."""
    with open(f"{folder}/{body}.json") as file:
        index = json.load(file)
    with open(f"{folder}/{body}.bin", "rb") as file:
        return index, file.read()


def add_car(folder, body, materials):
    index, raw = read_car(folder, body)
    for name, part in index.items():
        size, start = part["vertices"] * 3, part["offset"]
        positions = np.frombuffer(raw, np.float32, size, start)
        normals = np.frombuffer(raw, np.float32, size, start + size * 4)
        triangles = np.frombuffer(raw, np.uint32, part["triangles"] * 3, start + size * 8).astype(np.int32)
        add_mesh(name, positions, triangles, materials[name], normals)


def softbox(name, place, target, width, height, strength, color="#ffffff"):
    """A glowing rectangle that is invisible to the camera; its long side is level."""
    x, y = width / 2, height / 2
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], [], [(0, 1, 2, 3)])
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    back = (Vector(place) - Vector(target)).normalized()
    level = Vector((1, 0, 0)) if abs(back.x) < 0.8 else Vector((0, 1, 0))
    level = (level - back * level.dot(back)).normalized()
    up = back.cross(level)
    thing.matrix_world = Matrix([(level[i], up[i], back[i], place[i]) for i in range(3)] + [(0, 0, 0, 1)])
    material, tree, output = node_material(name)
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = linear(color)
    emission.inputs["Strength"].default_value = strength
    tree.links.new(emission.outputs[0], output.inputs[0])
    mesh.materials.append(material)
    thing.visible_camera = False
    return thing


def floor(material):
    positions = np.array([-60, -60, 0, 60, -60, 0, 60, 60, 0, -60, 60, 0], np.float32)
    return add_mesh("floor", positions, np.array([0, 1, 2, 0, 2, 3], np.int32), material)


def paper_floor():
    """White paper whose reflection in lacquer has less than half its brightness, as if parts were flagged off."""
    material, tree, output = node_material("floor")
    new, link = tree.nodes.new, tree.links.new
    plain, mirrored, mix, path = (
        new("ShaderNodeBsdfDiffuse"),
        new("ShaderNodeBsdfDiffuse"),
        new("ShaderNodeMixShader"),
        new("ShaderNodeLightPath"),
    )
    plain.inputs[0].default_value = linear("#f4f3f1")
    mirrored.inputs[0].default_value = linear("#a3a2a0")
    link(path.outputs["Is Glossy Ray"], mix.inputs[0])
    link(plain.outputs[0], mix.inputs[1])
    link(mirrored.outputs[0], mix.inputs[2])
    link(mix.outputs[0], output.inputs[0])
    return material


def smooth(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def reflections():
    """The reflections in the lacquer in the paper studio: an equirectangular picture (linear, height × width × 4).

    Long boxes with crisp edges over a dim room. Only mirrored rays see it, so the paint shows lines
    of light while the light on the paper stays soft.
    """
    width, height = 1024, 512
    u, v = np.meshgrid((np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height)
    around, up = (u - 0.5) * 2 * np.pi, (v - 0.5) * np.pi
    x, y, z = np.cos(around) * np.cos(up), -np.sin(around) * np.cos(up), np.sin(up)
    elevation = np.degrees(up)
    azimuth = np.degrees(np.arctan2(y, x))

    def box(a, half, low, high, edge=2.0):
        turn = np.abs((azimuth - a + 180) % 360 - 180)
        return smooth(half + 8, half, turn) * smooth(low, low + edge, elevation) * smooth(high + edge * 2, high, elevation)

    room = 0.16 + 0.5 * smooth(-5, 60, elevation)
    # The overhead box is a plane 4 m up, so that its edges stay straight in the windows and the hood.
    px, py = 4 * x / np.maximum(z, 1e-3), 4 * y / np.maximum(z, 1e-3)
    overhead = (z > 0.05) * smooth(5.4, 4.6, np.abs(px)) * smooth(2.3, 1.9, np.abs(py - 0.2))
    light = room + 2.3 * overhead
    light += 9.0 * box(135, 75, 27, 44, 1.2)        # the shoulder line, on the side of the camera
    light += 1.2 * box(135, 75, 12, 16)        # a thin line lower on the doors
    light += 0.75 * box(225, 42, 13, 30, 5)    # behind: a soft sheen on the hood
    light += 2.2 * box(-10, 26, 18, 40)        # in front of the nose
    light *= 1 - 0.85 * box(150, 70, -4, 8, 3)  # a flag that keeps the doors deep
    picture = np.ones((height, width, 4), np.float32)
    picture[..., :3] = light[..., None] * np.array([1.0, 0.985, 0.96])
    return picture


def paper_studio(job):
    floor(paper_floor())
    world = bpy.context.scene.world
    tree = world.node_tree
    new, link = tree.nodes.new, tree.links.new
    background = tree.nodes["Background"]
    background.inputs["Color"].default_value = linear("#fffdfa")
    background.inputs["Strength"].default_value = job.get("room", 0.55)
    mirrored = new("ShaderNodeBackground")
    texture = new("ShaderNodeTexEnvironment")
    picture = reflections()
    image = bpy.data.images.new("reflections", picture.shape[1], picture.shape[0], float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(picture.ravel())
    image.update()
    texture.image = image
    path, mix = new("ShaderNodeLightPath"), new("ShaderNodeMixShader")
    link(texture.outputs[0], mirrored.inputs[0])
    link(path.outputs["Is Glossy Ray"], mix.inputs[0])
    link(background.outputs[0], mix.inputs[1])
    link(mirrored.outputs[0], mix.inputs[2])
    link(mix.outputs[0], tree.nodes["World Output"].inputs[0])
    overhead = softbox("overhead", (0.6, 1.0, 5.5), (0, 0, 0), 7, 4.5, job.get("overhead", 2.6), "#fffdf8")
    overhead.visible_glossy = False
    key = softbox("key", (5.5, 7.0, 4.6), (0, 0, 0.6), 4, 3, job.get("key", 4.0), "#fffdf8")
    key.visible_glossy = False


# Dark studio. Each light is rendered separately, so that the video can blend them over time.
# name: (position, target, width, height, strength, color)
DARK_LIGHTS = {
    # A row of short strips above the near side of the roof; lit in turn, they sweep along the car.
    **{f"sweep{i}": ((2.75 - 1.1 * i, 1.0, 3.3), (2.4 - 0.95 * i, 0.35, 0.8), 1.5, 0.6, 12.0, "#fff3e2") for i in range(6)},
    "rim": ((-3.0, -4.4, 2.5), (-0.2, 0, 0.95), 7.5, 0.4, 2.6, "#dfe8ff"),
    "side": ((-4.2, 5.0, 1.75), (-0.3, 0, 0.9), 7.0, 0.26, 4.5, "#ffeedb"),
    "nose": ((6.8, -4.6, 1.5), (2, 0, 0.6), 1.0, 2.2, 1.6, "#e8efff"),
    # Large and dim: they give the roof, hood and doors their volume.
    "dome": ((0.0, -0.6, 5.0), (0, 0, 0), 8.0, 4.0, 0.7, "#f3f4ff"),
    "wash": ((-6.5, 5.0, 2.6), (-0.5, 0, 0.9), 8.0, 2.0, 0.4, "#fff3e6"),
}


def dark_studio(job):
    floor(principled("floor", "#08080a", 0, job.get("floor_roughness", 0.22), specular=0.4))
    world = bpy.context.scene.world.node_tree.nodes["Background"]
    world.inputs["Color"].default_value = (0.9, 0.95, 1.1, 1)
    world.inputs["Strength"].default_value = job.get("room", 0.0)
    for name in job.get("lights", []):
        place, target, width, height, strength, color = DARK_LIGHTS[name]
        softbox(name, place, target, width, height, strength, color)


def camera(job):
    view = {**CAMERA, **job.get("camera", {})}
    scene = bpy.context.scene
    lens = bpy.data.cameras.new("camera")
    eye = bpy.data.objects.new("camera", lens)
    scene.collection.objects.link(eye)
    scene.camera = eye
    lens.lens = view["lens"]
    lens.shift_x, lens.shift_y = view.get("shift_x", 0), view.get("shift_y", 0)
    azimuth = math.radians(view["azimuth"])
    aim = Vector((view.get("aim_x", 0), 0, view.get("aim_z", 0.66)))
    eye.location = (
        math.cos(azimuth) * view["distance"] + aim.x,
        math.sin(azimuth) * view["distance"],
        view["height"],
    )
    eye.rotation_euler = (aim - eye.location).to_track_quat("-Z", "Y").to_euler()
    if "share" in view:
        frame(eye, job["meshes"], job["framed"], view["share"])


def frame(eye, folder, body, share):
    """Turns the lens so that the car fills this share of the picture's width, in the middle and a little low."""
    index, raw = read_car(folder, body)
    points = np.concatenate(
        [np.frombuffer(raw, np.float32, part["vertices"] * 3, part["offset"]) for part in index.values()]
    ).reshape(-1, 3)
    bpy.context.view_layer.update()
    view = np.array(eye.matrix_world.inverted())
    seen = points @ view[:3, :3].T + view[:3, 3]
    # In widths of the picture.
    flat = seen[:, :2] / -seen[:, 2:] * (eye.data.lens / eye.data.sensor_width)
    low, high = flat.min(axis=0), flat.max(axis=0)
    zoom = share / (high[0] - low[0])
    eye.data.lens *= zoom
    eye.data.shift_x = zoom * (low[0] + high[0]) / 2
    eye.data.shift_y = zoom * (low[1] + high[1]) / 2 + 0.02


def mask_materials():
    white, tree, output = node_material("mask")
    emission = tree.nodes.new("ShaderNodeEmission")
    tree.links.new(emission.outputs[0], output.inputs[0])
    return white


def build(job):
    """Fills an empty scene with the studio, car and camera of the job."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    studio = job["studio"]
    if studio == "mask":
        scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0
        white = mask_materials()
        add_car(job["meshes"], job["body"], {name: white for name in car_materials({"studio": "paper"})})
    else:
        (paper_studio if studio == "paper" else dark_studio)(job)
        if job.get("body"):
            add_car(job["meshes"], job["body"], car_materials(job))
    camera(job)
