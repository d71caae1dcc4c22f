package io.freightsdk.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.AnyRecord;
import java.io.IOException;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** What both modules write and read is what {@link FreightJson} writes and reads. */
class AsOnTheWireProperties {
  /** Set up to do everything else differently. */
  private static final ObjectMapper JACKSON_2 =
      com.fasterxml.jackson.databind.json.JsonMapper.builder()
          .propertyNamingStrategy(
              com.fasterxml.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(com.fasterxml.jackson.databind.SerializationFeature.INDENT_OUTPUT)
          .findAndAddModules()
          .build();

  private static final JsonMapper JACKSON_3 =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(tools.jackson.databind.SerializationFeature.INDENT_OUTPUT)
          .findAndAddModules()
          .build();

  /** Keeps every digit, trailing zeros too. */
  private static final ObjectMapper EXACT =
      com.fasterxml.jackson.databind.json.JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  @Property
  void jackson2(@ForAll("records") Record value) throws IOException {
    String wire = wire(value);
    String json = JACKSON_2.writeValueAsString(value);
    assertThat(EXACT.readTree(json)).isEqualTo(EXACT.readTree(wire));
    assertThat(JACKSON_2.readValue(wire, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_2.convertValue(value, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_2.readValue(withStranger(wire), value.getClass()))
        .isEqualTo(FreightJson.adapter(value.getClass()).fromJson(withStranger(wire)));
  }

  @Property
  void jackson3(@ForAll("records") Record value) throws IOException {
    String wire = wire(value);
    String json = JACKSON_3.writeValueAsString(value);
    assertThat(EXACT.readTree(json)).isEqualTo(EXACT.readTree(wire));
    assertThat(JACKSON_3.readValue(wire, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_3.convertValue(value, value.getClass())).isEqualTo(value);
    assertThat(JACKSON_3.readValue(withStranger(wire), value.getClass()))
        .isEqualTo(FreightJson.adapter(value.getClass()).fromJson(withStranger(wire)));
  }

  @Property(tries = 25)
  void insideOtherValues(@ForAll("records") Record value) throws IOException {
    String wire = "{\"deep\":" + wire(value) + "}";
    assertThat(EXACT.readTree(JACKSON_2.writeValueAsString(Map.of("deep", value))))
        .isEqualTo(EXACT.readTree(wire));
    assertThat(EXACT.readTree(JACKSON_3.writeValueAsString(Map.of("deep", value))))
        .isEqualTo(EXACT.readTree(wire));
    assertThat(JACKSON_2.treeToValue(JACKSON_2.readTree(wire).get("deep"), value.getClass()))
        .isNotNull();
  }

  @Provide
  Arbitrary<Record> records() {
    return AnyRecord.any();
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static String wire(Record value) {
    return ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
  }

  /** The same with a member that nobody has heard of. */
  private static String withStranger(String wire) {
    String rest = wire.substring(1);
    return "{\"inventedNextYear\":{\"at\":[1,2.50,{}]}" + (rest.equals("}") ? "" : ",") + rest;
  }
}
