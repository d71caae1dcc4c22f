package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.internal.UnreadableMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of responses in another form than described are not lost without a trace. */
class UnreadableMembersTest {
  private static final String SCHEMAS = "#/components/schemas/";

  /** A value of each form of JSON, and values that are described in no form. */
  private static final Map<String, List<String>> VALUES =
      Map.of(
          "text", List.of("\"soon\"", "\"0.65\"", "\"2026-11-20T10:00:00\"", "\"2026-11-20\""),
          "number", List.of("1763632800000", "1.5", "1e400"),
          "boolean", List.of("true"),
          "array", List.of("[]", "[[]]"),
          "object", List.of("{}", "{\"items\":[]}"));

  /** Each described member of each response, with its schema. */
  static Stream<Arguments> members() {
    return DescribedTypes.RECORDS.stream()
        .filter(type -> schema(type).containsKey("x-lenient"))
        .flatMap(
            type ->
                members(schema(type)).entrySet().stream()
                    .map(member -> Arguments.of(type, member.getKey(), member.getValue())));
  }

  private static Map<?, ?> schema(Class<?> type) {
    return (Map<?, ?>) DescribedTypes.at("components", "schemas", type.getSimpleName());
  }

  private static Map<String, Map<?, ?>> members(Map<?, ?> schema) {
    Map<String, Map<?, ?>> members = new LinkedHashMap<>();
    for (String key : List.of("properties", "x-views")) {
      if (schema.get(key) instanceof Map<?, ?> some) {
        some.forEach((name, member) -> members.put((String) name, (Map<?, ?>) member));
      }
    }
    return members;
  }

  @ParameterizedTest(name = "{0}.{1}")
  @MethodSource("members")
  void valueInAnotherFormIsReportedWithItsPath(Class<?> type, String name, Map<?, ?> member)
      throws IOException {
    String path = "$." + name;
    for (String value : unreadable(member)) {
      String json = json(type, name, value);
      if (required(schema(type)).contains(name)) {
        assertThatThrownBy(() -> unreadable(type, json))
            .as(json)
            .isInstanceOf(JsonDataException.class)
            .hasMessageContaining(path);
      } else {
        assertThat(unreadable(type, json)).as(json).containsExactly(path);
      }
    }
  }

  @ParameterizedTest(name = "{0}.{1}")
  @MethodSource("members")
  void describedOrAbsentValueIsNotReported(Class<?> type, String name, Map<?, ?> member)
      throws IOException {
    assertThat(unreadable(type, json(type, name, example(member)))).isEmpty();
    if (required(schema(type)).contains(name)) return;
    assertThat(unreadable(type, json(type, name, "null"))).isEmpty();
    assertThat(unreadable(type, json(type, "other", "{\"" + name + "\":[1e400]}"))).isEmpty();
  }

  @Test
  void pathsHaveNoIndexesAndNoNamesFromTheResponse() throws IOException {
    String position =
        "{\"loadNumber\":\"LD-1\",\"status\":\"PLANNED\","
            + "\"stops\":[7,{\"arrivedAt\":\"10:00\"},{\"arrivedAt\":\"11:00\",\"sequence\":\"2\"}],"
            + "\"gpsTrack\":[{\"ts\":1},{\"lat\":\"39.1\",\"drv_0\":1}],\"eta\":{\"stale\":1}}";
    assertThat(unreadable(LoadPosition.class, position))
        .containsExactly(
            "$.eta.stale",
            "$.gpsTrack[].lat",
            "$.gpsTrack[].ts",
            "$.stops[]",
            "$.stops[].arrivedAt",
            "$.stops[].sequence");
    String prices = "{\"prices\":{\"drv_0\":\"0.65\",\"drv_1\":{},\"load_create\":0.65}}";
    assertThat(unreadable(Pricing.class, prices)).containsExactly("$.prices");
    assertThat(unreadable(Pricing.class, "{\"prices\":{\"new\":null}}")).isEmpty();
  }

  private static Set<String> unreadable(Class<?> type, String json) throws IOException {
    JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json));
    assertThat(FreightJson.adapter(type).fromJson(reader)).isNotNull();
    return UnreadableMembers.of(reader);
  }

  /** An object with this value and every other required member. */
  private static String json(Class<?> type, String name, String value) {
    Map<String, String> members = new LinkedHashMap<>();
    for (Object other : required(schema(type))) {
      members.put((String) other, example(members(schema(type)).get(other)));
    }
    members.put(name, value);
    List<String> written = new ArrayList<>();
    members.forEach((key, text) -> written.add("\"" + key + "\":" + text));
    return "{" + String.join(",", written) + "}";
  }

  private static List<?> required(Map<?, ?> schema) {
    return schema.get("required") instanceof List<?> names ? names : List.of();
  }

  /** The values that the schema does not describe. Readers accept a number as a text. */
  private static List<String> unreadable(Map<?, ?> member) {
    String form = form(member);
    List<String> values = new ArrayList<>();
    VALUES.forEach(
        (other, all) -> {
          if (other.equals(form(form))) return;
          if (other.equals("number") && form.equals("string")) return;
          values.addAll(all);
        });
    switch (form) {
      case "date-time" -> values.addAll(VALUES.get("text"));
      case "integer" -> values.addAll(VALUES.get("number"));
      case "number" -> values.add("1e400");
      default -> {}
    }
    return values;
  }

  /** The form of JSON. */
  private static String form(String described) {
    return switch (described) {
      case "string", "date-time", "name" -> "text";
      case "integer" -> "number";
      default -> described;
    };
  }

  /** {@code string}, {@code date-time}, {@code name} of an open enum, {@code integer} and so on. */
  private static String form(Map<?, ?> member) {
    if (member.get("$ref") instanceof String ref) {
      String name = ref.substring(SCHEMAS.length());
      Map<?, ?> schema = (Map<?, ?>) DescribedTypes.at("components", "schemas", name);
      return schema.containsKey("x-extensible-enum") ? "name" : "object";
    }
    Object type = member.get("type") instanceof List<?> types ? types.get(0) : member.get("type");
    return "date-time".equals(member.get("format")) ? "date-time" : (String) type;
  }

  private static String example(Map<?, ?> member) {
    return switch (form(member)) {
      case "string", "name" -> "\"text\"";
      case "date-time" -> "\"2026-11-20T10:00:00Z\"";
      case "integer" -> "7";
      case "number" -> "1.50";
      case "boolean" -> "true";
      case "array" -> "[]";
      case "object" -> "{}";
      default -> throw new AssertionError(String.format(Locale.ROOT, "form of %s", member));
    };
  }
}
