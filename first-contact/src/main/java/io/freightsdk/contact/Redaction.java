package io.freightsdk.contact;

import io.freightsdk.json.FreightJson;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import okhttp3.Headers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces each value by its form, such as {@code <text>}, unless a list allows it. Allowed are
 * words of the description in names of members and in codes, amounts in USD, numbers of stops,
 * booleans and null. So no key, phone, name, token, address, coordinate or host remains. Not safe
 * for concurrent use.
 */
final class Redaction {
  /** Words of other services that name nobody. */
  private static final Set<String> OTHER_WORDS =
      Set.of(
          ("accepted arrived assigned at body by closed code completed count data date departed"
                  + " detail dispatched duplicate en errors exceeded exists forbidden found header"
                  + " id in instance internal items json limit limited list loaded loading message"
                  + " meta method no not number of on page path pending rate request required route"
                  + " server time timestamp title to total trace unauthorized unloaded unloading"
                  + " unprocessable updated url used version")
              .split(" "));

  /** Members whose values are codes. */
  private static final Set<String> CODES =
      Set.of(
          "code",
          "status",
          "type",
          "reason",
          "basis",
          "currency",
          "driverResolution",
          "oldStatus",
          "newStatus",
          "fields");

  private static final Set<String> AMOUNTS = Set.of("prices", "balanceUsd", "priceUsd");

  /** Members that identify a load. Equal values have the same number in a recording. */
  private static final Set<String> IDS =
      Set.of(
          "loadId",
          "loadNumber",
          "pingpointLoadId",
          "trackingLink",
          "driverWebLink",
          "driverAppLink");

  /** The headers of which a value is kept. Of some others, the recording has the presence. */
  private static final Map<String, Set<String>> HEADERS =
      Map.of(
          "content-type",
          Set.of("application/json", "application/problem+json", "text/html", "text/plain"),
          "content-encoding",
          Set.of("gzip", "br", "identity"));

  private static final Set<String> PRESENCES =
      Set.of("allow", "location", "retry-after", "www-authenticate", "x-request-id");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Map<String, Map<String, Integer>> ids = new HashMap<>();

  Map<String, String> headers(Headers headers) {
    Map<String, String> kept = new TreeMap<>();
    for (String name : headers.names()) {
      String lower = name.toLowerCase(Locale.ROOT);
      String value = String.valueOf(headers.get(name)).toLowerCase(Locale.ROOT);
      String media = value.replaceFirst("\\s*;.*", "");
      Set<String> allowed = HEADERS.get(lower);
      if (allowed != null) kept.put(lower, allowed.contains(media) ? media : "<other>");
      if (PRESENCES.contains(lower)) kept.put(lower, "<present>");
    }
    return kept;
  }

  /**
   * @param member the name of the value, or of the list that contains it; empty for a body
   */
  JsonNode of(String member, JsonNode node) {
    if (node.isObject()) return object(member, node);
    if (node.isArray()) {
      // Each fix of a track has the same form, so a list has each form once.
      Set<JsonNode> items = new LinkedHashSet<>();
      node.forEach(item -> items.add(of(member, item)));
      ArrayNode copy = JSON.arrayNode();
      items.forEach(copy::add);
      return copy;
    }
    if (!node.isString() && !node.isNumber()) return node;
    boolean isKept = node.isString() ? isCode(member, node.asString()) : isAllowed(member, node);
    return isKept ? node : JSON.stringNode("<" + form(member, node) + ">");
  }

  private ObjectNode object(String member, JsonNode node) {
    ObjectNode copy = JSON.objectNode();
    node.forEachEntry(
        (name, value) -> {
          boolean isKept = hasOnlyWords(name);
          // A price is an amount, whatever its key.
          String kind = member.equals("prices") ? member : name;
          String shown = isKept ? name : "<other>";
          for (int i = 2; copy.has(shown); i++) shown = "<other " + i + ">";
          copy.set(shown, of(isKept ? kind : "", value));
        });
    return copy;
  }

  private static boolean isCode(String member, String text) {
    if (text.isEmpty()) return true;
    if (!CODES.contains(member)) return false;
    // A path of a wrong field, such as pickups.0.zip.
    String[] parts = text.split("[.]", -1);
    for (String part : parts) {
      boolean isIndex = parts.length > 1 && part.matches("[0-9]{1,3}");
      if (!isIndex && !hasOnlyWords(part)) return false;
    }
    return true;
  }

  private static boolean hasOnlyWords(String text) {
    if (!text.matches("[A-Za-z_-]{1,60}")) return false;
    for (String word : ResponseSchemas.words(text)) {
      if (!ResponseSchemas.WORDS.contains(word) && !OTHER_WORDS.contains(word)) return false;
    }
    return true;
  }

  private static boolean isAllowed(String member, JsonNode number) {
    if (AMOUNTS.contains(member)) return PriceList.usd(number) != null;
    boolean isSmall = number.isIntegralNumber() && number.canConvertToInt();
    int value = isSmall ? number.intValue() : -1;
    return value == 0 || (member.equals("sequence") && value > 0 && value < 100);
  }

  private String form(String member, JsonNode node) {
    String form = node.isString() ? form(member, node.asString()) : form(node);
    if (!IDS.contains(member)) return form;
    Map<String, Integer> known = ids.computeIfAbsent(member, key -> new HashMap<>());
    return form + " " + known.computeIfAbsent(node.asString(), key -> known.size() + 1);
  }

  private static String form(JsonNode number) {
    if (number.isIntegralNumber()) return "whole number";
    boolean isHuge = PriceList.usd(number) == null;
    return isHuge ? "huge number" : "decimal";
  }

  private static String form(String member, String text) {
    if (FreightJson.parseInstant(text) != null) {
      return text.endsWith("Z") ? "time with Z" : "time with an offset";
    }
    if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+")) return "time without an offset";
    if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) return "date";
    if (text.matches("[A-Za-z][A-Za-z0-9+.-]*://.*")) return "link";
    if (text.startsWith("/")) return "path";
    if (text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) return "UUID";
    if (text.matches("-?[0-9]+([.][0-9]+)?")) return "digits";
    boolean isMessage = List.of("error", "message", "title", "detail").contains(member);
    // The client tells a missing load from a wrong path by this word.
    boolean namesLoad = isMessage && text.matches("(?is).*\\bload\\b.*");
    return namesLoad ? "text about a load" : "text";
  }
}
