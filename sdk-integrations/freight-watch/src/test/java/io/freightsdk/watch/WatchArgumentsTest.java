package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.reads.PositionReading;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An argument that is null, or that no URL can carry, is refused by its name before a read. */
class WatchArgumentsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final FreightClient client =
      FreightClient.builder()
          .baseUrl("http://127.0.0.1:1")
          .agentKey("agentkey-0123456789abcdef")
          .build();
  private final FreightWatches watches = FreightWatches.of(client);

  @AfterEach
  void close() {
    watches.close();
    client.close();
  }

  static Stream<Arguments> options() {
    WatchOptions.Builder watch = WatchOptions.builder();
    FleetOptions.Builder fleet = FleetOptions.builder();
    Map<String, ThrowingCallable> all = new TreeMap<>();
    all.put("plan", () -> watch.plan(null));
    all.put("floor", () -> watch.floor(null));
    all.put("budgetUsd", () -> watch.budgetUsd((BigDecimal) null));
    all.put("budgetUsd, a text", () -> watch.budgetUsd((String) null));
    all.put("failurePolicy", () -> watch.failurePolicy(null));
    all.put("etaStep", () -> watch.etaStep(null));
    all.put("gpsSilentAfter", () -> watch.gpsSilentAfter(null));
    all.put("callOptions", () -> watch.callOptions(null));
    all.put("executor", () -> watch.deliverOn(null));
    all.put("name", () -> fleet.name(null));
    all.put("usd", () -> fleet.budget((BigDecimal) null, HOUR));
    all.put("usd, a text", () -> fleet.budget((String) null, HOUR));
    all.put("window", () -> fleet.budget("1.00", null));
    all.put("reserve", () -> fleet.reserve((BigDecimal) null));
    all.put("reserve, a text", () -> fleet.reserve((String) null));
    all.put("longestUnread", () -> fleet.longestUnread(null));
    all.put("watch", () -> fleet.watch(null));
    all.put("cursors", () -> fleet.cursors(null));
    all.put("interval", () -> PollPlan.every(null));
    all.put("ceiling", () -> PollPlan.adaptive(HOUR, null));
    all.put("client", () -> FreightWatches.of(null));
    all.put("client, with a clock", () -> FreightWatches.of(null, Clock.systemUTC()));
    return all.entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("options")
  void nullIsRefusedByItsName(String name, ThrowingCallable call) {
    assertNamed(call, name.replaceFirst(",.*", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch", "fleet"})
  void aWatchNamesWhatIsNull(String kind) {
    if (kind.equals("watch")) {
      assertNamed(() -> watches.watch(null, WatchOptions.DEFAULT), "loadNumber");
      assertNamed(() -> watches.watch("LD-1", null), "options");
      return;
    }
    assertNamed(() -> watches.watchFleet(null), "options");
    FleetWatch fleet = watches.watchFleet(FleetOptions.builder().budget("1.00", HOUR).build());
    assertNamed(() -> fleet.add((String) null), "loadNumber");
    assertNamed(() -> fleet.add("LD-1", (CreateLoadInput) null), "created");
    assertNamed(() -> fleet.add((PositionReading) null), "cursor");
    assertNamed(() -> fleet.remove(null), "loadNumber");
    assertNamed(() -> fleet.priority(null, 1), "loadNumber");
    assertNamed(() -> fleet.ask(null), "loadNumber");
    assertNamed(() -> fleet.cursor(null), "loadNumber");
    assertNamed(() -> fleet.quote((BigDecimal) null), "budgetUsd");
    assertNamed(() -> fleet.quote((String) null), "budgetUsd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "a/b", "LD-\ud800"})
  void whatNoUrlCanCarryIsNotWatched(String loadNumber) {
    assertThat(catchThrowable(() -> watches.watch(loadNumber, WatchOptions.DEFAULT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loadNumber");
  }

  private static void assertNamed(ThrowingCallable call, String name) {
    assertThat(catchThrowable(call))
        .as(name)
        .isInstanceOf(NullPointerException.class)
        .hasMessage(name);
  }
}
