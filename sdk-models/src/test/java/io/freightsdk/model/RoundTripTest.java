package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import io.freightsdk.schemacheck.SchemaCheck;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  @Property(tries = 62, seed = "1888148716")
  void everyRecordSurvivesAndMatchesTheDescription(@ForAll("records") Record value)
      throws IOException {
    String json = write(value);
    assertThat(read(value, json)).isEqualTo(value);
    assertThat(SchemaCheck.schema(value.getClass().getSimpleName(), json)).as(json).isEmpty();
  }

  @Property(tries = 62, seed = "-933390646")
  void toBuilderCopiesEveryMember(@ForAll("records") Record value)
      throws ReflectiveOperationException {
    Object builder = value.getClass().getMethod("toBuilder").invoke(value);
    assertThat(builder.getClass().getMethod("build").invoke(builder)).isEqualTo(value);
  }

  @Provide
  Arbitrary<Record> records() {
    return RecordArbitraries.any();
  }

  @Test
  void exactNumbersInsideEtaSurvive() throws IOException {
    String json =
        "{\"routeHash\":12345678901234567890,"
            + "\"exact\":0.1234567890123456789012345678901234567890,"
            + "\"trailing\":1.50,\"nested\":[{\"n\":-98765432109876543210}]}";
    Eta eta = FreightJson.adapter(Eta.class).fromJson(json);
    assertThat(eta.additionalProperties())
        .containsEntry("routeHash", new BigInteger("12345678901234567890"))
        .containsEntry("exact", new BigDecimal("0.1234567890123456789012345678901234567890"));
    assertThat(FreightJson.adapter(Eta.class).toJson(eta)).isEqualTo(json);
  }

  @Test
  void unknownStatusSurvives() throws IOException {
    String json = "{\"ok\":true,\"oldStatus\":\"DELIVERED_PENDING_BOL\"}";
    JsonAdapter<ConfirmDeliveryResult> adapter = FreightJson.adapter(ConfirmDeliveryResult.class);
    ConfirmDeliveryResult result = adapter.fromJson(json);
    assertThat(result.oldStatus()).isEqualTo(LoadStatus.of("DELIVERED_PENDING_BOL"));
    assertThat(result.oldStatus().isKnown()).isFalse();
    assertThat(adapter.toJson(result)).isEqualTo(json);
  }

  @Test
  void unknownFieldsAreSkipped() throws IOException {
    String json =
        "{\"x\":{\"currency\":[1,{}]},\"currency\":\"USD\",\"y\":1e999999,\"balanceUsd\":1.10}";
    assertThat(FreightJson.adapter(Balance.class).fromJson(json))
        .isEqualTo(new Balance("USD", new BigDecimal("1.10")));
  }

  @Test
  void openObjectsKeepUnknownFields() throws IOException {
    String json = "{\"loadNumber\":\"LD-1\",\"lat\":null,\"lng\":null,\"timestamp\":null,";
    json += "\"status\":\"PLANNED\",\"source\":\"gps\",\"battery\":null}";
    JsonAdapter<TrackedPosition> adapter = FreightJson.adapter(TrackedPosition.class);
    TrackedPosition position = adapter.fromJson(json);
    assertThat(position.additionalProperties()).containsKeys("source", "battery").hasSize(2);
    assertThat(adapter.toJson(position)).isEqualTo(json);
  }

  @Test
  void nullableMembersAreWrittenAndOptionalOnesOmitted() {
    GpsPoint point = new GpsPoint(39.1, -84.0, null, null, Instant.EPOCH);
    assertThat(FreightJson.adapter(GpsPoint.class).toJson(point))
        .isEqualTo(
            "{\"lat\":39.1,\"lng\":-84,\"speed\":null,\"heading\":null,"
                + "\"ts\":\"1970-01-01T00:00:00Z\"}");
    StopInput stop =
        StopInput.builder()
            .address("a")
            .city("c")
            .state("OH")
            .zip("45202")
            .lat(39)
            .lng(-84)
            .build();
    assertThat(FreightJson.adapter(StopInput.class).toJson(stop))
        .isEqualTo(
            "{\"address\":\"a\",\"city\":\"c\",\"state\":\"OH\",\"zip\":\"45202\",\"lat\":39,"
                + "\"lng\":-84}");
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static String write(Record value) {
    return ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
  }

  private static Object read(Record value, String json) throws IOException {
    return FreightJson.adapter(value.getClass()).fromJson(json);
  }
}
