package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code FreightJson.read} gives the same values and the same failures as the adapter. */
class PlainReadingTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /**
   * What replaces bytes to spoil a text: all that means something in JSON, and some that does not.
   */
  private static final String[] SPOILERS = {
    "",
    " ",
    "\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\n",
    "\\u0041",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E5",
    "9e999",
    "true",
    "null",
    "nul",
    "x",
    "\t",
    "\u0001",
    "\u00e9",
    "🚚",
    "//",
    "'",
    "00",
    "12345678901234567890",
    "\"x\":1,",
    "\"a\":{\"b\":[1,2.50]},",
    "[[[",
    "NaN"
  };

  @Property(tries = 500)
  void anyRecordIsReadTheSame(@ForAll("records") Record value, @ForAll Random random)
      throws IOException {
    String json = write(value);
    assertThat(read(value.getClass(), json, random)).isEqualTo(value);
  }

  @Property(tries = 500)
  void membersInAnyOrderAreReadTheSame(@ForAll("records") Record value, @ForAll Random random)
      throws IOException {
    String json = shuffled(JSON.readTree(write(value)), random).toString();
    assertThat(read(value.getClass(), json, random))
        .as(json)
        .isEqualTo(FreightJson.adapter(value.getClass()).fromJson(json));
  }

  /** The same with the members of every object in another order. */
  private static JsonNode shuffled(JsonNode node, Random random) {
    if (node instanceof ArrayNode array) {
      ArrayNode items = JSON.createArrayNode();
      for (JsonNode item : array) items.add(shuffled(item, random));
      return items;
    }
    if (!(node instanceof ObjectNode object)) return node;
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
    Collections.shuffle(members, random);
    ObjectNode result = JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> member : members) {
      result.set(member.getKey(), shuffled(member.getValue(), random));
    }
    return result;
  }

  @Property(tries = 2000)
  void anySpoiledTextIsReadTheSameOrFailsTheSame(
      @ForAll("records") Record value, @ForAll Random random) {
    StringBuilder json = new StringBuilder(write(value));
    for (int i = random.nextInt(3); i >= 0; i--) {
      int from = random.nextInt(json.length() + 1);
      int to = Math.min(json.length(), from + random.nextInt(4));
      json.replace(from, to, SPOILERS[random.nextInt(SPOILERS.length)]);
    }
    String text = json.toString();
    assertThat(outcome(() -> read(value.getClass(), text, random)))
        .as(text)
        .isEqualTo(outcome(() -> FreightJson.adapter(value.getClass()).fromJson(text)));
  }

  @Provide
  Arbitrary<Record> records() {
    return AnyRecord.any();
  }

  @Test
  void whiteSpaceAndOrderDoNotMatter() throws IOException {
    String json = " {\n\t\"balanceUsd\" : 1.50 ,\r\n \"currency\":\"USD\" } \n";
    Balance balance = FreightJson.read(Balance.class, new Buffer().writeUtf8(json));
    assertThat(balance).isEqualTo(FreightJson.adapter(Balance.class).fromJson(json));
  }

  @Test
  void theWholeSourceIsConsumed() throws IOException {
    for (String json : new String[] {"{\"error\":\"e\"}", "{\"error\":\"\\u0065\"}"}) {
      Buffer source = new Buffer().writeUtf8(json);
      assertThat(FreightJson.read(PlainError.class, source)).isEqualTo(new PlainError("e"));
      assertThat(source.exhausted()).isTrue();
    }
  }

  @Test
  void aFailureLeavesTheSourceAsItWas() {
    for (String json : new String[] {"{\"error\":1}", "{\"error\":\"e\"", "{}", "no JSON", ""}) {
      Buffer source = new Buffer().writeUtf8(json);
      assertThatThrownBy(() -> FreightJson.read(PlainError.class, source))
          .isInstanceOfAny(JsonDataException.class, IOException.class);
      assertThat(source.readUtf8()).isEqualTo(json);
    }
  }

  @Test
  void aTextCutAnywhereFailsTheSame() {
    String json = "{\"x\":[1,{}],\"currency\":\"USD\",\"n\":null,\"balanceUsd\":12.50} ";
    for (int length = 0; length < json.length() - 1; length++) {
      String cut = json.substring(0, length);
      assertThat(outcome(() -> FreightJson.read(Balance.class, new Buffer().writeUtf8(cut))))
          .as(cut)
          .isEqualTo(outcome(() -> FreightJson.adapter(Balance.class).fromJson(cut)))
          .asString()
          .contains("Exception");
    }
  }

  @Test
  void whatFollowsTheValueIsAFailure() {
    for (String rest : new String[] {"{}", "1", "]"}) {
      Buffer source = new Buffer().writeUtf8("{\"error\":\"e\"}" + rest);
      assertThatThrownBy(() -> FreightJson.read(PlainError.class, source))
          .isInstanceOfAny(JsonDataException.class, IOException.class);
    }
  }

  @Test
  void onlyObjectsOfTheDescriptionAreRead() {
    assertThatThrownBy(() -> FreightJson.read(LoadStatus.class, new Buffer().writeUtf8("\"X\"")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FreightJson.read(String.class, new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private interface Reading {
    Object run() throws IOException;
  }

  /**
   * The value, or the kind and message of the failure; the kind only for what follows the value.
   */
  private static Object outcome(Reading reading) {
    try {
      return reading.run();
    } catch (IOException | JsonDataException e) {
      String message = String.valueOf(e.getMessage());
      boolean trailing = message.contains("more follows") || message.contains("not fully consumed");
      return trailing ? "more follows" : e.getClass().getSimpleName() + ": " + message;
    }
  }

  /** Reads from a buffer that is cut into segments at random places. */
  private static Object read(Class<?> type, String json, Random random) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    Buffer source = new Buffer();
    for (int from = 0, to; from < bytes.length; from = to) {
      to = Math.min(bytes.length, from + 1 + random.nextInt(40));
      // A shared segment is never merged with its neighbours.
      new Buffer().write(bytes, from, to - from).copyTo(source, 0, to - from);
    }
    return FreightJson.read(type, source);
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static String write(Record value) {
    return ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
  }
}
