package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The effects of the properties {@code freight.limits.*}. {@code StartFailuresTest} has the values
 * that are refused, and {@code PropertiesIT} the other properties.
 */
class PropertiesTest {
  private static final Map<String, Function<FreightProperties, List<SpendLimit>>> GROUPS =
      Map.of(
          "limits.", properties -> properties.limits().clientLimits(),
          "limits.per-customer.", properties -> ofCustomers(properties).orderLimits("ACME/7"),
          "limits.per-customer-page.", properties -> ofCustomers(properties).pageLimits("ACME/7"));

  private static FreightProperties with(String... settings) {
    String[] arguments = new String[settings.length];
    for (int i = 0; i < settings.length; i++) arguments[i] = "--freight." + settings[i];
    return Starting.properties(arguments);
  }

  private static CustomerLimits ofCustomers(FreightProperties properties) {
    return new FreightAutoConfiguration().freightCustomerLimits(properties);
  }

  private static String description(String group, String... settings) {
    List<SpendLimit> limits = GROUPS.get(group).apply(with(settings));
    assertThat(limits).hasSize(1);
    return limits.get(0).description();
  }

  @ParameterizedTest
  @ValueSource(strings = {"limits.", "limits.per-customer.", "limits.per-customer-page."})
  void eachLimitHasItsPeriod(String group) {
    assertThat(description(group, group + "per-hour=1.50")).startsWith("1.50 USD per 1 hour");
    assertThat(description(group, group + "per-day=1.50")).startsWith("1.50 USD per 24 hours");
    assertThat(description(group, group + "total=1.50")).startsWith("1.50 USD in total");
    assertThat(description(group, group + "per-month=200", "limits.zone=America/Chicago"))
        .startsWith("200.00 USD per month (America/Chicago)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"limits.", "limits.per-customer.", "limits.per-customer-page."})
  void zoneMakesADayOfTheCalendar(String group) {
    assertThat(description(group, group + "per-day=1.50", group + "zone=America/Chicago"))
        .contains("per day (America/Chicago)");
  }

  @Test
  void zoneOfLimitsIsTheZoneOfAllGroups() {
    FreightProperties properties =
        with(
            "limits.zone=America/Chicago",
            "limits.per-day=1",
            "limits.per-customer-page.per-day=1");
    assertThat(properties.limits().clientLimits().get(0).zone())
        .isEqualTo(ofCustomers(properties).pageLimits("ACME/7").get(0).zone())
        .isEqualTo(ZoneId.of("America/Chicago"));
  }

  @Test
  void zoneOfCustomersPrecedesZoneOfAll() {
    CustomerLimits limits =
        ofCustomers(
            with(
                "limits.zone=America/Chicago",
                "limits.per-customer.per-day=1.00",
                "limits.per-customer.zone=America/New_York",
                "limits.customers[ACME/7].per-day=9.00",
                "limits.customers[ACME/7].zone=America/Denver"));
    assertThat(limits.orderLimits("ACME/7").get(0).zone()).isEqualTo(ZoneId.of("America/Denver"));
    assertThat(limits.orderLimits("ACME/8").get(0).zone()).isEqualTo(ZoneId.of("America/New_York"));
  }

  /** YAML reads 1.00 as the number 1.0, and refusals show the maximum price. */
  @Test
  void maximumPriceHasItsCents() {
    assertThat(with("max-price=1.0").maxPrice()).isEqualTo(new BigDecimal("1.00"));
  }

  /** Neither the limit per month nor the zone of all customers applies. */
  @Test
  void entryOfACustomerReplacesAllLimitsOfCustomers() {
    CustomerLimits limits =
        ofCustomers(
            with(
                "limits.zone=America/Chicago",
                "limits.per-customer.per-day=1.00",
                "limits.per-customer.per-month=20.00",
                "limits.per-customer.zone=America/New_York",
                "limits.customers.0123.per-day=9.00"));
    assertThat(limits.orderLimits("0123"))
        .containsExactly(SpendLimit.perDay("9.00", ZoneId.of("America/Chicago")));
  }

  @Test
  void ordersHaveALimitOfTheirOwn() {
    assertThat(with("limits.per-day=50", "limits.create-load-per-day=40").limits().clientLimits())
        .extracting(SpendLimit::description)
        .containsExactly(
            "50.00 USD per 24 hours for scope client",
            "40.00 USD per 24 hours of createLoad for scope client");
  }

  @Test
  void customerHasLimitsOfItsOwn() {
    CustomerLimits limits =
        ofCustomers(
            with(
                "limits.per-customer.per-day=1.00",
                "limits.customers[ACME/7].per-day=9.00",
                "limits.per-customer-page.per-day=0.50"));
    assertThat(limits.orderLimits("ACME/7").get(0).capUsd()).isEqualByComparingTo("9");
    assertThat(limits.orderLimits("ACME/8").get(0).capUsd()).isEqualByComparingTo("1");
    assertThat(limits.pageLimits("ACME/7").get(0).capUsd()).isEqualByComparingTo("0.50");
    assertThat(limits.orderScope("ACME/7")).hasToString("client/customer/ACME/7/orders");
    assertThat(limits.pageScope("ACME/7")).hasToString("client/customer/ACME/7/page");
    assertThat(limits.orderScope("ACME/7").limits())
        .extracting(SpendLimit::description)
        .containsExactly("9.00 USD per 24 hours for scope client/customer/ACME/7/orders");
    assertThat(limits.pageScope("ACME/7").limits())
        .extracting(SpendLimit::description)
        .containsExactly("0.50 USD per 24 hours for scope client/customer/ACME/7/page");
    assertThatNullPointerException()
        .isThrownBy(() -> limits.orderScope(null))
        .withMessage("customerId");
  }

  @Test
  void timeWithoutAUnitIsInSeconds() {
    assertThat(with("attempt-timeout=30").attemptTimeout()).hasSeconds(30);
  }
}
