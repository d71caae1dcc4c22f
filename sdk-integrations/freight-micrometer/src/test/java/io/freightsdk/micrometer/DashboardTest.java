package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard and the rules know the meters by the names that Prometheus gives them. */
class DashboardTest {
  private static final Pattern NAME = Pattern.compile("\\b(freight_[a-z_]+)");
  private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");
  private static final Pattern ALERT_TOLD = Pattern.compile("(?m)^### (Freight\\w+)$");

  @ParameterizedTest
  @ValueSource(strings = {"grafana-dashboard.json", "alert-rules.yaml"})
  void everyNameIsThatOfAMeter(String file) throws IOException {
    Set<String> used = names(text(file));
    assertThat(used).isNotEmpty().isSubsetOf(series());
  }

  @Test
  void theDashboardShowsEveryMeter() throws IOException {
    Set<String> unused = series();
    unused.removeAll(names(text("grafana-dashboard.json")));
    assertThat(unused).allMatch(name -> name.endsWith("_max") || name.endsWith("_seconds_sum"));
  }

  @Test
  void thePageTellsEveryRuleOfTheJarAndEveryMeter() throws IOException {
    String page = Files.readString(Path.of("../../docs/operations.md"));
    assertThat(found(ALERT_TOLD, page))
        .isNotEmpty()
        .isEqualTo(found(ALERT, text("alert-rules.yaml")));
    for (String screen : page.split("\n### Freight")) {
      if (screen.startsWith("#")) continue;
      assertThat(screen).contains("**Means**: ", "**Look**: ", "**Do**: ", "**Over** when ");
    }
    for (Meter meter : registered().getMeters()) {
      assertThat(page).contains("| `" + meter.getId().getName() + "` |");
    }
  }

  /** Whoever is called at night follows the link of the alert. */
  @Test
  void everyRuleHasTheAddressOfItsParagraph() throws IOException {
    String[] rules = text("alert-rules.yaml").split("(?m)^ +- alert: ");

    assertThat(rules).hasSizeGreaterThan(1);
    for (int i = 1; i < rules.length; i++) {
      String name = rules[i].replaceFirst("(?s)\\W.*", "");
      assertThat(rules[i]).contains("/docs/operations.md#" + name.toLowerCase(Locale.ROOT) + "\n");
    }
  }

  /** Orders that wait for a limit ask it again and again: nothing is wrong with the calls. */
  @Test
  void whatALimitRefusesIsNoCallThatFails() throws IOException {
    String rule =
        text("alert-rules.yaml").split("alert: FreightCallsFail\n")[1].split("alert: ")[0];
    String apart = "exception!=\"" + SpendLimitExceededException.class.getSimpleName() + "\"";

    assertThat(rule.split(Pattern.quote("_count{"), -1)).hasSize(3);
    assertThat(rule.split(Pattern.quote(apart), -1)).hasSize(3);
  }

  private static Set<String> names(String text) {
    return found(NAME, text);
  }

  /** The first group of each hit. */
  private static Set<String> found(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher found = pattern.matcher(text);
    while (found.find()) names.add(found.group(1));
    return names;
  }

  private static String text(String file) throws IOException {
    try (InputStream in = FreightMeters.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Every meter that there is. */
  private static SimpleMeterRegistry registered() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    FreightMeters meters = new FreightMeters(registry);
    try (SpendLedger ledger = SpendLedger.inMemory()) {
      LedgerGuard guard = ledger.guard(SpendLimits.builder().perDay("1").build());
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl("http://127.0.0.1:9")
              .agentKey("key")
              .spendGuard(guard)
              .build()) {
        FreightReadings readings =
            new FreightReadings(client, System::nanoTime, Runnable::run);
        meters.bindTo(client, readings);
        assertThat(readings.ledger()).isNotNull();
      }
    }
    meters.bindOrders(() -> new Outbox.Waiting(0, 0, null));
    Charge charge = Charge.charged(BigDecimal.ONE, Instant.EPOCH);
    meters.on(
        new RequestEvent.AttemptEnded(
            "call", "key", Operation.CREATE_LOAD, 1, 201, Duration.ZERO, charge, null));
    meters.on(
        new RequestEvent.CallEnded(
            "call", "key", Operation.CREATE_LOAD, 1, Duration.ZERO, charge, null));
    meters.on(
        new RequestEvent.RetryScheduled("call", "key", Operation.CREATE_LOAD, 2, Duration.ZERO));
    meters.onRefusal(
        purchase(),
        new SpendGuard.LimitReached("1 USD in total", BigDecimal.ONE, BigDecimal.ZERO, null));
    meters.onUnstored(purchase(), SpendGuard.Outcome.NONE, new IllegalStateException());
    return registry;
  }

  static SpendGuard.Purchase purchase() {
    return new SpendGuard.Purchase(
        "reservation",
        "account",
        "call",
        1,
        Operation.GET_LOAD_POSITION,
        null,
        null,
        null,
        "LD-2026-0001",
        null,
        new SpendGuard.Quote(new BigDecimal("0.02"), Instant.now()),
        Duration.ofMinutes(2));
  }

  /** As Prometheus has them: with the unit, and a suffix for counters and timers. */
  private static Set<String> series() {
    Set<String> series = new TreeSet<>();
    for (Meter meter : registered().getMeters()) {
      String name = meter.getId().getName().replace('.', '_');
      String unit = meter.getId().getBaseUnit();
      String withUnit = unit == null ? name : name + "_" + unit;
      switch (meter.getId().getType()) {
        case GAUGE -> series.add(withUnit);
        case COUNTER -> series.add(withUnit + "_total");
        case TIMER -> {
          series.add(name + "_seconds_count");
          series.add(name + "_seconds_sum");
          series.add(name + "_seconds_max");
        }
        default -> throw new AssertionError(meter.getId());
      }
    }
    return series;
  }
}
