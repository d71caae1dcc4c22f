package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Types;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelTypesTest {
  @Test
  void operationsMatchTheDescription() {
    assertThat(Stream.of(Operation.values()).map(Operation::id))
        .containsExactly(
            "createLoad",
            "getLoadPosition",
            "updateLoadStatus",
            "confirmDelivery",
            "getPricing",
            "getBalance",
            "createTrackedLoad",
            "getTrackedLoadPosition",
            "topUpByCard",
            "getServiceCatalog");
    Operation read = Operation.ofId("getLoadPosition");
    assertThat(read).isEqualTo(Operation.GET_LOAD_POSITION);
    assertThat(read.method()).isEqualTo("GET");
    assertThat(read.path()).isEqualTo("/v1/agent/loads/{loadNumber}");
    assertThat(read.priceKey()).isEqualTo("position_read");
    assertThat(read.experimental()).isFalse();
    assertThat(Operation.GET_BALANCE.priceKey()).isNull();
    assertThat(Operation.TOP_UP_BY_CARD.experimental()).isTrue();
    assertThatThrownBy(() -> Operation.ofId("drive")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void openEnumsAreEqualByValue() {
    assertThat(LoadStatus.of("IN_TRANSIT")).isSameAs(LoadStatus.IN_TRANSIT);
    assertThat(LoadStatus.of("LOST")).isEqualTo(LoadStatus.of("LOST")).hasToString("LOST");
    assertThat(LoadStatus.of("LOST")).hasSameHashCodeAs(LoadStatus.of("LOST"));
    assertThat(LoadStatus.of("LOST").isKnown()).isFalse();
    assertThat(LoadStatus.of("in_transit")).isNotEqualTo(LoadStatus.IN_TRANSIT);
    assertThat(DriverResolution.UNRESOLVED_TRUCK.value()).isEqualTo("unresolved_truck");
    assertThat(LoadStatus.knownValues()).hasSize(6).allMatch(LoadStatus::isKnown);
    assertThatThrownBy(() -> LoadStatus.of(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void everySchemaHasAnAdapter() {
    assertThat(FreightJson.types())
        .extracting(Class::getSimpleName)
        .containsExactlyElementsOf(schemas());
    for (Class<?> type : FreightJson.types()) {
      assertThat(FreightJson.adapter(type)).isNotNull();
      assertThat(type).isFinal().matches(record -> Modifier.isPublic(record.getModifiers()));
    }
    assertThatThrownBy(() -> FreightJson.adapter(String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String");
  }

  private static List<String> schemas() {
    Map<?, ?> schemas = (Map<?, ?>) DescribedTypes.at("components", "schemas");
    return schemas.keySet().stream()
        .map(String.class::cast)
        .filter(DescribedTypes::hasRecord)
        .toList();
  }

  @Test
  void moshiReadsModelTypesInsideOtherTypes() throws IOException {
    JsonAdapter<List<LoadStatus>> statuses =
        FreightJson.moshi().adapter(Types.newParameterizedType(List.class, LoadStatus.class));
    assertThat(statuses.fromJson("[\"PLANNED\",null]")).containsExactly(LoadStatus.PLANNED, null);
    JsonAdapter<Map<String, Balance>> balances =
        FreightJson.moshi()
            .adapter(Types.newParameterizedType(Map.class, String.class, Balance.class));
    String json = "{\"me\":{\"currency\":\"USD\",\"balanceUsd\":1.50}}";
    assertThat(balances.toJson(balances.fromJson(json))).isEqualTo(json);
    assertThat(FreightJson.moshi().adapter(Instant.class).fromJson("\"1970-01-01T00:00:00Z\""))
        .isEqualTo(Instant.EPOCH);
    assertThat(FreightJson.moshi().adapter(BigDecimal.class).toJson(new BigDecimal("0.10")))
        .isEqualTo("0.10");
  }

  @Test
  void adaptersRejectNull() {
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).toJson(null))
        .hasMessageContaining("null");
  }

  @Test
  void jarContainsTheDescription() {
    assertThat(FreightApiDescription.yaml()).startsWith("openapi: 3.1.").contains("createLoad");
  }

  @Test
  void etaViewsReturnNullForOtherTypes() throws IOException {
    Eta eta =
        FreightJson.adapter(Eta.class)
            .fromJson(
                "{\"nextStopSequence\":2,\"nextStopEta\":\"2026-11-20T19:05:00-05:00\","
                    + "\"remainingMiles\":146,\"stale\":false,\"speedMph\":\"fast\","
                    + "\"etaAt\":\"soon\",\"remainingMinutes\":12345678901}");
    assertThat(eta.nextStopSequence()).isEqualTo(2);
    assertThat(eta.nextStopEta()).isEqualTo(Instant.parse("2026-11-21T00:05:00Z"));
    assertThat(eta.remainingMiles()).isEqualTo(146.0);
    assertThat(eta.stale()).isFalse();
    assertThat(eta.speedMph()).isNull();
    assertThat(eta.etaAt()).isNull();
    assertThat(eta.remainingMinutes()).isNull();
    assertThat(eta.reason()).isNull();
  }
}
