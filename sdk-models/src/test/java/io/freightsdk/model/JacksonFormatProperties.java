package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Jackson 2 and 3 write and read the same JSON as {@link FreightJson}. */
class JacksonFormatProperties {
  /** Configured to do everything else differently. */
  private static final ObjectMapper JACKSON_2 =
      com.fasterxml.jackson.databind.json.JsonMapper.builder()
          .enable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // Without it Jackson reads a fraction in an open object as a double.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .findAndAddModules()
          .build();

  private static final JsonMapper JACKSON_3 =
      JsonMapper.builder()
          .enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(tools.jackson.databind.SerializationFeature.INDENT_OUTPUT)
          .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(tools.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  @Property(seed = "60640458")
  void jackson2MatchesFreightJson(@ForAll("records") Record value) throws IOException {
    String wire = wire(value);
    String json = JACKSON_2.writeValueAsString(value);
    assertSame(json, wire);
    assertThat(JACKSON_2.readValue(json, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_2.readValue(wire, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_2.convertValue(value, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_2.readValue(withUnknownMember(wire), value.getClass()))
        .isEqualTo(FreightJson.adapter(value.getClass()).fromJson(withUnknownMember(wire)));
  }

  @Property(seed = "60640459")
  void jackson3MatchesFreightJson(@ForAll("records") Record value) throws IOException {
    String wire = wire(value);
    String json = JACKSON_3.writeValueAsString(value);
    assertSame(json, wire);
    assertThat(JACKSON_3.readValue(json, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_3.readValue(wire, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_3.convertValue(value, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_3.readValue(withUnknownMember(wire), value.getClass()))
        .isEqualTo(FreightJson.adapter(value.getClass()).fromJson(withUnknownMember(wire)));
  }

  @Property(tries = 25, seed = "1431917451")
  void nestedRecordsMatchFreightJson(@ForAll("records") Record value) throws IOException {
    String wire = "{\"deep\":" + wire(value) + "}";
    assertSame(JACKSON_2.writeValueAsString(Map.of("deep", value)), wire);
    assertSame(JACKSON_3.writeValueAsString(Map.of("deep", value)), wire);
    assertThat(JACKSON_2.treeToValue(JACKSON_2.readTree(wire).get("deep"), value.getClass()))
        .isNotNull();
  }

  @Provide
  Arbitrary<Record> records() {
    return RecordArbitraries.any();
  }

  /** Member by member, nulls too; a whole number may have a fraction of zero. */
  private static void assertSame(String json, String wire) {
    JsonNode expected = JACKSON_3.readTree(wire);
    boolean same =
        expected.equals(DescriptionExamplesTest::compareLeaves, JACKSON_3.readTree(json));
    assertThat(same).as("%s should be %s", json, wire).isTrue();
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static String wire(Record value) {
    return ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
  }

  /** The same with an unknown member. */
  private static String withUnknownMember(String wire) {
    String rest = wire.substring(1);
    return "{\"inventedNextYear\":{\"at\":[1,2.50,{}]}" + (rest.equals("}") ? "" : ",") + rest;
  }
}
