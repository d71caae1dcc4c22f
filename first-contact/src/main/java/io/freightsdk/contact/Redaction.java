package io.freightsdk.contact;

import io.freightsdk.json.FreightJson;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
 * Replaces each value by its form, such as {@code <text>}. Only values of described members are
 * kept, in their described form: codes of a list in the description, booleans, amounts in USD, and
 * paths of wrong members. Names that the description does not have are replaced, too. So no key,
 * phone, name, token, address, coordinate or host remains. Not safe for concurrent use.
 */
final class Redaction {
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

  /** The body of a response. */
  JsonNode body(ApiResponse response) {
    JsonNode body = response.json();
    if (body == null) return JSON.stringNode(response.body().isEmpty() ? "<empty>" : "<no JSON>");
    return value("", ResponseSchemas.schema(response.operation(), response.status()), body);
  }

  /**
   * @param member the name of the value, or of the list that contains it; empty for a body
   * @param described the schema of the value; missing without one
   */
  private JsonNode value(String member, JsonNode described, JsonNode node) {
    JsonNode schema = ResponseSchemas.resolved(described);
    Map<String, JsonNode> members = ResponseSchemas.members(schema);
    if (node.isObject() && !members.isEmpty()) return object(members, node);
    if (node.isArray() && schema.has("items")) {
      // Each fix of a track has the same form, so a list has each form once.
      Set<JsonNode> items = new LinkedHashSet<>();
      node.forEach(item -> items.add(value(member, schema.path("items"), item)));
      ArrayNode copy = JSON.arrayNode();
      items.forEach(copy::add);
      return copy;
    }
    boolean isKept = node.isNull() || isSafe(member, schema, node);
    return isKept ? node : JSON.stringNode("<" + form(member, schema, node) + ">");
  }

  private ObjectNode object(Map<String, JsonNode> members, JsonNode node) {
    ObjectNode copy = JSON.objectNode();
    node.forEachEntry(
        (name, value) -> {
          String shown = ResponseSchemas.NAMES.contains(name) ? name : "<other>";
          for (int i = 2; copy.has(shown); i++) shown = "<other " + i + ">";
          copy.set(shown, value(name, members.getOrDefault(name, JSON.missingNode()), value));
        });
    return copy;
  }

  private static boolean isSafe(String member, JsonNode schema, JsonNode node) {
    if (node.isBoolean()) return ResponseSchemas.hasType(schema, "boolean");
    // Degrees, miles and speeds have the format double.
    boolean isAmount = ResponseSchemas.hasType(schema, "number") && !schema.has("format");
    if (node.isNumber()) return isAmount && PriceList.usd(node) != null;
    boolean isPath = member.equals("fields") && node.isString() && isPath(node.stringValue());
    return isPath || ResponseSchemas.isListed(schema, node);
  }

  /** Whether a text has only names of the description, such as {@code pickups.0.zip}. */
  private static boolean isPath(String text) {
    String[] parts = text.split("[.]", -1);
    boolean hasNames =
        ResponseSchemas.NAMES.contains(parts[0])
            && ResponseSchemas.NAMES.contains(parts[parts.length - 1]);
    return hasNames && (parts.length == 1 || (parts.length == 3 && parts[1].matches("[0-9]")));
  }

  private String form(String member, JsonNode schema, JsonNode node) {
    if (node.isObject()) return "object";
    if (node.isArray()) return "list";
    if (node.isBoolean()) return "boolean";
    if (schema.isMissingNode()) return node.isString() ? "text" : "number";
    String form = node.isString() ? form(member, node.stringValue()) : form(node);
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
    // The client tells a missing load from a wrong path by this word.
    boolean namesLoad = member.equals("error") && text.matches("(?is).*\\bload\\b.*");
    return namesLoad ? "text about a load" : "text";
  }
}
