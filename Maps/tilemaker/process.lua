-- Makes the tiles of a region for Trove with tilemaker: what somebody on foot sees, in layers and classes of
-- OpenMapTiles 3. Not all of that schema is filled: Trove's own table of styles, openmaptiles.json, says what is drawn.

-- Only nodes with these keys are looked at.
node_keys = {
  "place", "natural=peak", "natural=volcano", "tourism", "historic", "amenity=place_of_worship", "amenity=theatre",
  "amenity=townhall", "railway=station"
}

-- Names are kept in the local language and in these.
local languages = {
  "ar", "be", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "ga", "gl", "he", "hi", "hr",
  "hu", "hy", "id", "is", "it", "ja", "ka", "ko", "lt", "lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr",
  "sv", "th", "tr", "uk", "vi", "zh"
}

-- The class of each kind of road, and the first zoom that shows it.
local roads = {
  motorway = {"motorway", 5}, motorway_link = {"motorway", 10}, trunk = {"trunk", 6}, trunk_link = {"trunk", 11},
  primary = {"primary", 8}, primary_link = {"primary", 12}, secondary = {"secondary", 9},
  secondary_link = {"secondary", 12}, tertiary = {"tertiary", 11}, tertiary_link = {"tertiary", 12},
  unclassified = {"minor", 12}, residential = {"minor", 12}, living_street = {"minor", 12}, road = {"minor", 12},
  busway = {"busway", 13}, raceway = {"raceway", 13}, service = {"service", 13}, track = {"track", 13},
  pedestrian = {"path", 13}, footway = {"path", 14}, path = {"path", 13}, steps = {"path", 14}, cycleway = {"path", 13},
  bridleway = {"path", 13}, corridor = {"path", 14}
}

local rails = {
  rail = 9, light_rail = 12, tram = 13, narrow_gauge = 12, funicular = 13, monorail = 13, preserved = 13, subway = 14
}

local landuse = {
  residential = true, commercial = true, retail = true, industrial = true, garages = true, railway = true,
  military = true, cemetery = true
}

local amenities = {school = true, university = true, college = true, kindergarten = true, hospital = true, library = true}
local leisures = {pitch = true, playground = true, track = true, stadium = true}
local parks = {park = true, garden = true, golf_course = true}

-- The class of what covers the ground, by its tag.
local covers = {
  natural = {
    wood = "wood", scrub = "grass", heath = "grass", grassland = "grass", fell = "grass", wetland = "wetland",
    beach = "sand", sand = "sand", dune = "sand", glacier = "ice", bare_rock = "rock", scree = "rock"
  },
  landuse = {
    forest = "wood", grass = "grass", meadow = "grass", village_green = "grass", recreation_ground = "grass",
    flowerbed = "grass", allotments = "farmland", farmland = "farmland", orchard = "farmland", vineyard = "farmland",
    plant_nursery = "farmland"
  }
}

local sights = {
  attraction = true, museum = true, gallery = true, viewpoint = true, zoo = true, castle = true, monument = true,
  ruins = true, place_of_worship = true, theatre = true, townhall = "town_hall", station = true, stadium = true
}

-- Metres of a tag such as "12", "12.5 m" or 40'; nil for anything else.
local function metres(text)
  local number, unit = text:match("^%s*(%d+%.?%d*)%s*(.-)%s*$")
  if not number then return nil end
  if unit == "" or unit == "m" then return tonumber(number) end
  if unit == "'" or unit == "ft" then return tonumber(number) * 0.3048 end
  return nil
end

-- Metres of a floor with its ceiling.
local floor = 3.2
-- The highest building is lower; what is more is a mistake.
local highest = 900

local function name(object)
  local own = object:Find("name")
  if own == "" then return false end
  object:Attribute("name", own)
  for _, language in ipairs(languages) do
    local text = object:Find("name:" .. language)
    if text ~= "" and text ~= own then object:Attribute("name:" .. language, text) end
  end
  return true
end

local function brunnel(way)
  local tunnel, bridge = way:Find("tunnel"), way:Find("bridge")
  if tunnel ~= "" and tunnel ~= "no" then
    way:Attribute("brunnel", "tunnel")
  elseif bridge ~= "" and bridge ~= "no" then
    way:Attribute("brunnel", "bridge")
    return true
  end
end

-- Over how many layers a bridge leads, where that is said.
local function layer(way)
  local number = tonumber(way:Find("layer"))
  if number then way:AttributeNumeric("layer", number) end
end

local function is_area(way)
  local area = way:Find("area")
  return way:IsClosed() and area ~= "no", area == "yes"
end

local function poi(object, layer)
  for _, key in ipairs({"tourism", "historic", "amenity", "railway", "leisure"}) do
    local kind = object:Find(key)
    local class = sights[kind]
    if class and object:Find("name") ~= "" then
      layer()
      object:Attribute("class", class == true and kind or class)
      object:Attribute("subclass", kind)
      object:AttributeNumeric("rank", object:Find("wikidata") ~= "" and 1 or 5)
      name(object)
      return
    end
  end
end

function init_function() end

function exit_function() end

-- What tilemaker 2 passes as an object with methods are global functions in tilemaker 3.
local globals = setmetatable({}, {
  __index = function(_, name) return function(_, ...) return _G[name](...) end end
})

function node_function(node)
  node = node or globals
  local place = node:Find("place")
  if place ~= "" then
    local zooms = {
      country = 4, state = 5, province = 5, city = 5, town = 8, village = 10, hamlet = 12, suburb = 11, quarter = 12,
      neighbourhood = 13, island = 10, islet = 13
    }
    if zooms[place] and node:Find("name") ~= "" then
      node:Layer("place", false)
      node:Attribute("class", place)
      node:AttributeNumeric("rank", zooms[place])
      node:MinZoom(zooms[place])
      name(node)
    end
    return
  end
  local natural = node:Find("natural")
  if natural == "peak" or natural == "volcano" then
    node:Layer("mountain_peak", false)
    node:Attribute("class", natural)
    node:AttributeNumeric("rank", 1)
    name(node)
    return
  end
  poi(node, function() node:Layer("poi", false) end)
end

local function road(way, highway, closed, forced)
  local known = roads[highway]
  if not known then return end
  local class, zoom = known[1], known[2]
  -- A square is an area; a footpath that ends where it began is not, unless it says so.
  if closed and (forced or highway == "pedestrian" and way:Find("junction") == "") then
    way:Layer("transportation", true)
    way:MinZoom(13)
    way:Attribute("class", class)
    way:Attribute("subclass", highway)
    if way:Find("name") ~= "" then
      way:LayerAsCentroid("poi")
      way:Attribute("class", "square")
      way:Attribute("subclass", "square")
      way:AttributeNumeric("rank", 3)
      name(way)
    end
    return
  end
  way:Layer("transportation", false)
  way:MinZoom(zoom)
  way:Attribute("class", class)
  if class == "path" then way:Attribute("subclass", highway) end
  if brunnel(way) then layer(way) end
  if way:Find("name") ~= "" then
    way:Layer("transportation_name", false)
    way:MinZoom(zoom)
    way:Attribute("class", class)
    brunnel(way)
    name(way)
  end
end

local function building(way)
  way:Layer("building", true)
  local height = metres(way:Find("height")) or metres(way:Find("building:height"))
  local levels = tonumber(way:Find("building:levels"))
  local roof = tonumber(way:Find("roof:levels")) or 0
  if not height and levels then height = (levels + roof) * floor end
  local foot = metres(way:Find("min_height"))
  local below = tonumber(way:Find("building:min_level"))
  if not foot and below then foot = below * floor end
  if height and height > 0 and height < highest then way:AttributeNumeric("render_height", height) end
  if foot and foot > 0 and foot < highest then way:AttributeNumeric("render_min_height", foot) end
  name(way)
end

local function water(way)
  way:Layer("water", true)
  way:Attribute("class", way:Find("water") == "river" and "river" or "lake")
  brunnel(way)
  if way:Find("name") ~= "" then
    way:LayerAsCentroid("water_name")
    way:Attribute("class", "lake")
    name(way)
  end
end

local function ground(way)
  local use, leisure, amenity = way:Find("landuse"), way:Find("leisure"), way:Find("amenity")
  for key, classes in pairs(covers) do
    local kind = way:Find(key)
    if classes[kind] then
      way:Layer("landcover", true)
      way:Attribute("class", classes[kind])
      way:Attribute("subclass", kind)
      return
    end
  end
  if parks[leisure] then
    way:Layer("landcover", true)
    way:Attribute("class", "grass")
    way:Attribute("subclass", leisure)
    if way:Find("name") ~= "" then
      way:LayerAsCentroid("park")
      way:Attribute("class", leisure)
      way:AttributeNumeric("rank", 1)
      name(way)
    end
    return
  end
  local class = landuse[use] and use or amenities[amenity] and amenity or leisures[leisure] and leisure
  if class then
    way:Layer("landuse", true)
    way:Attribute("class", class)
  end
end

function way_function(way)
  way = way or globals
  local closed, forced = is_area(way)
  local highway = way:Find("highway")
  if highway ~= "" then road(way, highway, closed, forced) end

  local railway = way:Find("railway")
  if rails[railway] then
    way:Layer("transportation", false)
    way:MinZoom(rails[railway])
    way:Attribute("class", railway)
    if brunnel(way) then layer(way) end
  end
  if way:Find("route") == "ferry" then
    way:Layer("transportation", false)
    way:MinZoom(9)
    way:Attribute("class", "ferry")
  end
  if way:Find("man_made") == "pier" then
    way:Layer("transportation", closed)
    way:MinZoom(13)
    way:Attribute("class", "pier")
  end
  if way:Find("man_made") == "bridge" and closed then
    way:Layer("transportation", true)
    way:MinZoom(13)
    way:Attribute("class", "bridge")
    way:Attribute("brunnel", "bridge")
    layer(way)
  end

  local waterway = way:Find("waterway")
  if waterway ~= "" and not closed then
    local zooms = {river = 9, canal = 12, stream = 13, drain = 14, ditch = 14}
    if zooms[waterway] then
      way:Layer("waterway", false)
      way:MinZoom(zooms[waterway])
      way:Attribute("class", waterway)
      brunnel(way)
      if way:Find("name") ~= "" then
        way:Layer("water_name", false)
        way:MinZoom(math.max(12, zooms[waterway]))
        way:Attribute("class", waterway)
        name(way)
      end
    end
  end

  local aeroway = way:Find("aeroway")
  if aeroway ~= "" then
    way:Layer("aeroway", closed and (forced or aeroway == "apron" or aeroway == "helipad"))
    way:Attribute("class", aeroway)
  end

  if not closed then return end
  local built, part = way:Find("building"), way:Find("building:part")
  if built ~= "" and built ~= "no" or part ~= "" and part ~= "no" then
    building(way)
  elseif way:Find("natural") == "water" or waterway == "riverbank" or way:Find("landuse") == "basin"
    or way:Find("landuse") == "reservoir" or way:Find("leisure") == "swimming_pool" then
    water(way)
  else
    ground(way)
  end
  poi(way, function() way:LayerAsCentroid("poi") end)
end
