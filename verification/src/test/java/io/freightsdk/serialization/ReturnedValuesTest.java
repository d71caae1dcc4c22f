package io.freightsdk.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.jobs.LoadEvent;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads all returned values as JSON, with Jackson 2 and 3 and the settings of Spring
 * Boot and Quarkus.
 */
class ReturnedValuesTest {
  private static final ObjectMapper JACKSON_2 =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(
              SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
              SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);

  private static final JsonMapper JACKSON_3 = new JsonMapper();

  private static final ObjectMapper STRICT_2 =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  private static final List<ObjectMapper> MAPPERS_2 =
      List.of(
          JACKSON_2,
          STRICT_2,
          JACKSON_2.copy().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE),
          JACKSON_2.copy().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL),
          STRICT_2.copy().setVisibility(PropertyAccessor.FIELD, Visibility.ANY),
          STRICT_2
              .copy()
              .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
              .setVisibility(PropertyAccessor.FIELD, Visibility.ANY));

  private static final List<JsonMapper> MAPPERS_3 =
      List.of(
          JACKSON_3,
          JsonMapper.builderWithJackson2Defaults().build(),
          JsonMapper.builder()
              .propertyNamingStrategy(tools.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
              .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
              .build(),
          JsonMapper.builder().enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS).build());

  static Set<Class<?>> types() {
    return ReturnedValues.types();
  }

  /** If a type were not found, the other tests would not cover it. */
  @Test
  void typesOfAllArtifactsAreFound() {
    assertThat(types())
        .extracting(Class::getSimpleName)
        .contains(
            "Charge",
            "CreateLoadOutcome",
            "FreightResponse",
            "LoadPosition",
            "ServiceCatalogEntry",
            "SpendEntry",
            "LimitUsage",
            "BalanceComparison",
            "OrderDetails",
            "OrderSummary",
            "WithdrawResult",
            "BookedLoad",
            "FollowingGivenUp",
            "ApprovalRequest",
            "ToolResult");
  }

  @ParameterizedTest
  @MethodSource("types")
  void valuesAreWrittenWithAllMembers(Class<?> type) throws Exception {
    Object value = ReturnedValues.example(type);
    JsonNode json = json(value);

    assertThat(emptyObjects("$", json)).isEmpty();
    boolean isObject = type.isRecord() && value.getClass() != FreightResponse.class;
    if (!isObject) {
      assertThat(json.isValueNode()).isTrue();
      return;
    }
    List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    // A method such as isLate() would become a member, which no mapper can read.
    assertThat(names)
        .extracting(ReturnedValuesTest::normalized)
        .containsExactlyInAnyOrderElementsOf(components(type));
    // A getter of the same name would hide a component.
    for (RecordComponent component : type.getRecordComponents()) {
      JsonNode member = json.get(component.getName());
      if (member != null) assertThat(member).isEqualTo(json(component.getAccessor().invoke(value)));
    }
  }

  @Test
  void chargesAreWrittenAsKindAmountAndPriceTime() throws IOException {
    Instant noon = Instant.parse("2026-11-20T12:00:00Z");
    Charge charge = Charge.charged(new BigDecimal("0.65"), noon);
    assertThat(json(charge))
        .hasToString(
            "{\"kind\":\"CHARGED\",\"amountUsd\":0.65,\"pricedAt\":\"2026-11-20T12:00:00Z\"}");
    assertThat(json(Charge.NONE))
        .hasToString("{\"kind\":\"NONE\",\"amountUsd\":0,\"pricedAt\":null}");
    assertThat(json(Charge.UNKNOWN))
        .hasToString("{\"kind\":\"UNKNOWN\",\"amountUsd\":null,\"pricedAt\":null}");
    for (Charge each : List.of(charge, Charge.NONE, Charge.UNKNOWN)) {
      assertThat(readBack(each)).containsOnly(each);
    }
  }

  /** The links are members, as in the service's response. */
  @Test
  void outcomesAreWrittenAsOneObject() throws IOException {
    CreateLoadOutcome outcome = (CreateLoadOutcome) ReturnedValues.example(CreateLoadOutcome.class);
    assertThat(json(outcome))
        .hasToString(
            """
            {"loadId":"loadId","loadNumber":"loadNumber","trackingLink":"trackingLink",\
            "driverWebLink":"driverWebLink","driverAppLink":"driverAppLink",\
            "driverResolution":"NEWER","unresolvedTruckNumber":"unresolvedTruckNumber",\
            "deduplicated":true,"idempotencyKey":"idempotencyKey","attempts":7,\
            "charge":{"kind":"CHARGED","amountUsd":0.65,"pricedAt":"2026-11-20T12:00:00Z"}}""");
    assertThat(readBack(outcome)).containsOnly(outcome);
    assertThat(outcome.toString()).doesNotContain("WebLink", "AppLink", "=trackingLink");
  }

  /** swagger-core lists members with an annotation of this name as required, from any package. */
  @ParameterizedTest
  @ValueSource(classes = {Charge.class, CreateLoadOutcome.class})
  void membersThatAreNeverNullAreRequiredInOpenApi(Class<?> type) {
    for (RecordComponent component : type.getRecordComponents()) {
      boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      assertThat(component.getAccessor().getAnnotations())
          .as(component.getName())
          .extracting(annotation -> annotation.annotationType().getSimpleName())
          .filteredOn("NonNull"::equals)
          .hasSize(isNullable ? 0 : 1);
    }
  }

  @Test
  void responsesAreWrittenAsTheirValue() throws IOException {
    FreightResponse<Charge> response =
        new FreightResponse<>(
            Charge.NONE,
            200,
            Map.of("Set-Cookie", List.of("of-the-service")),
            "of-the-service",
            1,
            Charge.NONE,
            Duration.ofMillis(80),
            "key",
            Instant.EPOCH,
            "of-the-key");
    assertThat(json(response)).isEqualTo(json(Charge.NONE));
    assertThat(json(List.of(response))).isEqualTo(json(List.of(Charge.NONE)));
  }

  @Test
  void eventsAreWrittenWithTheirType() throws IOException {
    for (Class<?> event : LoadEvent.class.getPermittedSubclasses()) {
      assertThat(json(ReturnedValues.example(event)).path("type").asText())
          .isEqualTo(event.getSimpleName());
    }
  }

  /** An application may store the JSON in an outbox or a queue, and read it later. */
  @ParameterizedTest
  @MethodSource("types")
  void mappersReadTheirOwnOutput(Class<?> type) throws IOException {
    Object value = ReturnedValues.example(type);
    if (value instanceof FreightResponse) return;
    for (ObjectMapper mapper : MAPPERS_2) {
      assertThat((Object) mapper.readValue(mapper.writeValueAsString(value), type))
          .isEqualTo(value);
    }
    for (JsonMapper mapper : MAPPERS_3) {
      assertThat((Object) mapper.readValue(mapper.writeValueAsString(value), type))
          .isEqualTo(value);
    }
  }

  @Test
  void storedEventsAreReadAsLoadEvent() throws IOException {
    for (Class<?> event : LoadEvent.class.getPermittedSubclasses()) {
      Object value = ReturnedValues.example(event);
      for (ObjectMapper mapper : MAPPERS_2) {
        assertThat(mapper.readValue(mapper.writeValueAsString(value), LoadEvent.class))
            .isEqualTo(value);
      }
      for (JsonMapper mapper : MAPPERS_3) {
        assertThat(mapper.readValue(mapper.writeValueAsString(value), LoadEvent.class))
            .isEqualTo(value);
      }
    }
  }

  /** The JSON of both versions of Jackson, which is equal. */
  private static JsonNode json(Object value) throws IOException {
    JsonNode by2 = JACKSON_2.readTree(JACKSON_2.writeValueAsString(value));
    assertThat(JACKSON_2.readTree(JACKSON_3.writeValueAsString(value))).isEqualTo(by2);
    return by2;
  }

  private static List<Object> readBack(Object value) throws IOException {
    return List.of(
        JACKSON_2.readValue(JACKSON_2.writeValueAsString(value), value.getClass()),
        JACKSON_3.readValue(JACKSON_3.writeValueAsString(value), value.getClass()));
  }

  private static List<String> emptyObjects(String path, JsonNode json) {
    List<String> empty = new ArrayList<>();
    if (json.isObject() && json.isEmpty()) empty.add(path);
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      empty.addAll(emptyObjects(path + "." + member.getKey(), member.getValue()));
    }
    for (JsonNode item : json) {
      if (json.isArray()) empty.addAll(emptyObjects(path + "[]", item));
    }
    return empty;
  }

  /** Names of the components. Jackson writes additional properties next to them. */
  private static List<String> components(Class<?> type) {
    Stream<String> components =
        Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName);
    boolean isEvent = LoadEvent.class.isAssignableFrom(type);
    return Stream.concat(components, isEvent ? Stream.of("type") : Stream.empty())
        .map(name -> name.equals("additionalProperties") ? "Of-additionalProperties" : name)
        .map(ReturnedValuesTest::normalized)
        .toList();
  }

  /** A name without the characters and the case that differ between Java and JSON. */
  private static String normalized(String name) {
    return name.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
  }
}
