package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuilderTest {
  private static final StopInput STOP =
      StopInput.builder()
          .address("100 E 5th St")
          .city("Cincinnati")
          .state("OH")
          .zip("45202")
          .build();

  @Test
  void buildNamesEveryMissingMember() {
    assertThatThrownBy(() -> StopInput.builder().city("Cincinnati").zip("45202").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("StopInput lacks address, state; set it before build()");
    assertThatThrownBy(() -> TrackedPosition.builder().build())
        .hasMessage("TrackedPosition lacks loadNumber, status; set it before build()");
  }

  @Test
  void listSettersAcceptListsItemsAndSingleItems() {
    CreateLoadInput one =
        CreateLoadInput.builder().driverPhone("+1").pickups(STOP, STOP).deliveries(STOP).build();
    CreateLoadInput other =
        CreateLoadInput.builder()
            .driverPhone("+1")
            .addPickup(STOP)
            .addPickup(STOP)
            .deliveries(List.of(STOP))
            .build();
    assertThat(one).isEqualTo(other);
    assertThat(one.toBuilder().addPickup(STOP).build().pickups()).hasSize(3);
    assertThat(one.pickups()).hasSize(2);
  }

  @Test
  void listSettersNameTheListThatContainsNull() {
    CreateLoadInput.Builder builder = CreateLoadInput.builder();
    String message = "pickups contains null; remove it";
    assertThatThrownBy(() -> builder.pickups((StopInput) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> builder.pickups(STOP, null)).hasMessage(message);
    assertThatThrownBy(() -> builder.pickups(Arrays.asList(STOP, null))).hasMessage(message);
    assertThatThrownBy(() -> builder.pickups((StopInput[]) null)).hasMessage("pickups");
    assertThatThrownBy(() -> builder.pickups((List<StopInput>) null)).hasMessage("pickups");
  }

  /** By the description a list of stops has at least one. */
  @Test
  void buildReportsAnEmptyRequiredListAsMissing() {
    assertThatThrownBy(
            () -> CreateLoadInput.builder().driverPhone("+1").pickups().deliveries(STOP).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("CreateLoadInput lacks pickups; set it before build()");
    assertThatThrownBy(
            () -> CreateLoadInput.builder().driverPhone("+1").deliveries(List.of()).build())
        .hasMessage("CreateLoadInput lacks pickups, deliveries; set it before build()");
  }

  /** The service accepts and charges such an order, and does nothing with the half. */
  @Test
  void constructorRejectsOneCoordinateWithoutTheOther() {
    assertThatThrownBy(() -> STOP.toBuilder().lat(39.1).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lat is set and lng is not; set both or neither");
    assertThatThrownBy(() -> STOP.toBuilder().lng(-84.5).build())
        .hasMessage("lng is set and lat is not; set both or neither");
    assertThatThrownBy(
            () -> new StopInput("a", "c", "OH", "45202", null, null, 1.0, null, Map.of()))
        .hasMessage("lat is set and lng is not; set both or neither");
    assertThat(STOP.toBuilder().lat(39.1).lng(-84.5).build().lng()).isEqualTo(-84.5);
  }

  @Test
  void invalidAmountTextFailsWithAnExample() {
    CreateLoadInput.Builder builder = CreateLoadInput.builder();
    for (String text : List.of("12,50", "1 200", "$5", "", "NaN")) {
      assertThatThrownBy(() -> builder.rate(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("rate: expected an amount in USD such as \"25.00\", got \"" + text + "\"");
    }
    assertThatThrownBy(() -> builder.rate("9".repeat(1_000_000)))
        .hasMessage("rate: expected an amount in USD such as \"25.00\", got 1000000 characters");
    assertThatThrownBy(() -> builder.rate((String) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("rate");
  }

  @Test
  void optionalDoublesAcceptWholeNumbers() {
    CreateLoadInput.Builder builder =
        CreateLoadInput.builder().driverPhone("+1").pickups(STOP).deliveries(STOP);
    assertThat(builder.weight(38_500).miles(297).build().weight()).isEqualTo(38_500.0);
    assertThat(builder.weight(null).build().weight()).isNull();
  }

  @Test
  void recordsCopyTheirCollections() {
    List<StopInput> stops = new ArrayList<>(List.of(STOP));
    List<String> fields = new ArrayList<>(List.of("a"));
    Map<String, BigDecimal> prices = new HashMap<>(Map.of("load_create", BigDecimal.ONE));
    Map<String, Object> open = new HashMap<>(Map.of("list", fields));
    CreateLoadInput load =
        CreateLoadInput.builder().driverPhone("+1").pickups(stops).deliveries(STOP).build();
    Pricing pricing = new Pricing("USD", prices);
    Eta eta = new Eta(open);
    stops.add(STOP);
    fields.add("b");
    prices.clear();
    open.clear();
    assertThat(load.pickups()).containsExactly(STOP);
    assertThat(pricing.prices()).hasSize(1);
    assertThat(eta.additionalProperties()).containsEntry("list", List.of("a"));
    assertThatThrownBy(() -> load.pickups().add(STOP))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> pricing.prices().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> eta.additionalProperties().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void pricesKeepTheirOrder() {
    Pricing.Builder builder = Pricing.builder();
    for (String key : List.of("z", "a", "m", "b")) builder.putPrice(key, BigDecimal.ONE);
    assertThat(builder.build().prices().keySet()).containsExactly("z", "a", "m", "b");
  }

  @Test
  void constantMembersHaveDefaults() {
    DedupCreateLoadResult.Builder load =
        DedupCreateLoadResult.builder().loadId("id").loadNumber("LD-1").trackingLink("t");
    assertThat(load.build().deduplicated()).isTrue();
    assertThat(TopUpByCardResult.builder().ok(true).balanceUsd(BigDecimal.ONE).build().currency())
        .isEqualTo("USD");
  }

  @Test
  void constructorsRejectValuesThatJsonCannotRepresent() {
    Instant now = Instant.EPOCH;
    assertThatThrownBy(() -> new GpsPoint(Double.NaN, 0.0, null, null, now))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lat");
    assertThatThrownBy(() -> new GpsPoint(0.0, 0.0, Double.POSITIVE_INFINITY, null, now))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("speed");
    assertThatThrownBy(() -> new TopUpByCardInput(BigDecimal.ONE, null, Map.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("cardToken");
    assertThatThrownBy(() -> new ServiceCatalog(null, Map.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("services");
  }

  @Test
  void openFieldsStoreOneTypePerKindOfValue() {
    Eta eta =
        Eta.builder().put("int", 5).put("long", 5L).put("double", 2.5).put("null", null).build();
    assertThat(eta.additionalProperties())
        .containsEntry("int", BigInteger.valueOf(5))
        .containsEntry("long", BigInteger.valueOf(5))
        .containsEntry("double", new BigDecimal("2.5"))
        .containsEntry("null", null);
  }

  /** As a double it would have digits that nobody has written. */
  @Test
  void openFieldsKeepTheShownDigitsOfAFloat() {
    Eta eta = Eta.builder().put("confidence", 0.1f).build();
    assertThat(eta.additionalProperties()).containsEntry("confidence", new BigDecimal("0.1"));
  }

  @Test
  void openFieldsRejectValuesWithoutAJsonForm() {
    Map<String, Object> circle = new HashMap<>();
    circle.put("again", circle);
    assertThatThrownBy(() -> new Eta(circle)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Eta.builder().put("at", Instant.EPOCH).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Instant");
    assertThatThrownBy(() -> Eta.builder().put("n", Double.NaN).build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> TopUpByCardInput.builder().cardToken("tok_1").put("cardToken", "tok_2").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cardToken");
  }
}
