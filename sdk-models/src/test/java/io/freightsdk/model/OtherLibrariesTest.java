package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Types;
import io.freightsdk.json.FreightJson;
import io.freightsdk.schemacheck.SchemaCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Our records in the hands of other JSON libraries, as in a controller that returns them. */
class OtherLibrariesTest {
  private static final JsonMapper JACKSON_3 = new JsonMapper();

  /** As Spring Boot sets it up. */
  private static final ObjectMapper JACKSON_2 =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  @ParameterizedTest
  @MethodSource("all")
  void jackson2WritesAndReadsThemAsTheyAreOnTheWire(Record value) throws IOException {
    String json = JACKSON_2.writeValueAsString(value);
    assertIsTheWireForm(json, value);
    assertThat(JACKSON_2.readValue(json, value.getClass())).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("all")
  void jackson3WritesAndReadsThemAsTheyAreOnTheWire(Record value) {
    String json = JACKSON_3.writeValueAsString(value);
    assertIsTheWireForm(json, value);
    assertThat(JACKSON_3.readValue(json, value.getClass())).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("all")
  void gsonDoesWithAnAdapterOfAFewLines(Record value) {
    GsonBuilder builder = new GsonBuilder();
    FreightJson.types().forEach(type -> register(builder, type));
    Gson gson = builder.create();
    String json = gson.toJson(value);
    assertIsTheWireForm(json, value);
    assertThat((Record) gson.fromJson(json, value.getClass())).isEqualTo(value);
  }

  private static <T> void register(GsonBuilder builder, Class<T> type) {
    JsonAdapter<T> adapter = FreightJson.adapter(type);
    builder.registerTypeAdapter(
        type,
        new TypeAdapter<T>() {
          @Override
          public void write(JsonWriter out, T value) throws IOException {
            out.jsonValue(adapter.toJson(value));
          }

          @Override
          public T read(JsonReader in) throws IOException {
            return adapter.fromJson(JsonParser.parseReader(in).toString());
          }
        }.nullSafe());
  }

  @ParameterizedTest
  @MethodSource("all")
  void moshiDoesWithOurs(Record value) throws IOException {
    JsonAdapter<List<Record>> adapter =
        FreightJson.moshi()
            .newBuilder()
            .build()
            .adapter(Types.newParameterizedType(List.class, value.getClass()));
    String json = adapter.toJson(List.of(value));
    assertIsTheWireForm(JACKSON_3.readTree(json).get(0).toString(), value);
    assertThat(adapter.fromJson(json)).containsExactly(value);
  }

  /** A library may leave out a null or write one; on the wire both mean the same. */
  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static void assertIsTheWireForm(String json, Record value) {
    String wire = ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
    JsonNode expected = withoutNulls(JACKSON_3.readTree(wire));
    boolean same =
        expected.equals(ExamplesTest::compareLeaves, withoutNulls(JACKSON_3.readTree(json)));
    assertThat(same).as("%s should be %s", json, wire).isTrue();
  }

  private static JsonNode withoutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(member -> member.getValue().isNull());
    }
    node.forEach(OtherLibrariesTest::withoutNulls);
    return node;
  }

  /** The examples of the description. */
  static Stream<Record> all() {
    return ExamplesTest.examplesWithRecord().map(OtherLibrariesTest::record).distinct();
  }

  private static Record record(ExamplesTest.Example example) {
    for (String schema : example.schemas()) {
      if (!SchemaCheck.schema(schema, example.json()).isEmpty()) continue;
      try {
        return (Record) FreightJson.adapter(ModelTypes.type(schema)).fromJson(example.json());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new AssertionError("no schema fits " + example);
  }
}
