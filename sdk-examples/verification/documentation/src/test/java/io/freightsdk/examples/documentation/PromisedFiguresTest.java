package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A size, a pause or a time limit that a page promises is the one of the code: whoever changes one
 * of both has to look at the other. What happens at a figure is tested where it is used.
 */
class PromisedFiguresTest {
  private static final String CORE = "sdk-core/src/main/java/io/freightsdk/internal/";
  private static final String BUILDER =
      "sdk-core/src/main/java/io/freightsdk/FreightClientBuilder.java";
  private static final String SPEND =
      "sdk-integrations/freight-spend/src/main/java/io/freightsdk/internal/spend/";
  private static final String AGENT =
      "sdk-integrations/freight-agent/src/main/java/io/freightsdk/internal/agent/";
  private static final String MCP =
      "sdk-integrations/freight-mcp-server/src/main/java/io/freightsdk/";
  private static final String OUTBOX =
      "sdk-integrations/freight-outbox/src/main/java/io/freightsdk/outbox/Outbox.java";
  private static final String WATCH = "sdk-integrations/freight-watch/src/main/java/io/freightsdk/";

  /**
   * A promise.
   *
   * @param page below {@code docs}, or a public class
   * @param words of the page, with the figure
   * @param source where the figure is decided
   * @param code how it stands there
   */
  record Promise(String page, String words, String source, String code) {
    @Override
    public String toString() {
      return page + ": " + words;
    }
  }

  static Stream<Promise> promises() {
    return Stream.of(
        charges(
            "from 23 h 55 min after",
            CORE + "guard/RememberedKeys.java",
            "KEY_LIFE = Duration.ofHours(24).minusMinutes(5)"),
        charges(
            "the newest 10,000 of its process",
            CORE + "guard/RememberedKeys.java",
            "MOST_KEYS = 10_000"),
        charges("`priceLife` (10 s)", BUILDER, "priceLife = Duration.ofSeconds(10)"),
        charges("`maxPriceAge` (5 minutes)", BUILDER, "maxPriceAge = Duration.ofMinutes(5)"),
        new Promise(
            "../" + BUILDER,
            "at most four minutes, also while the machine sleeps",
            CORE + "call/Booking.java",
            "OLDEST_RESERVATION = Duration.ofMinutes(4)"),
        charges(
            "sent after 0.5 s at most", CORE + "money/PriceCache.java", "PATIENCE|ofMillis(500)"),
        new Promise(
            "../" + BUILDER,
            "(at least a second, at most",
            CORE + "call/Booking.java",
            "SECOND|ofSeconds(1)"),
        charges("up to 1/60 of its length late", SPEND + "Cap.java", "length() / 60"),
        charges(
            "a minute to 366 days", SPEND + "../../spend/SpendLimit.java", "LONGEST|ofDays(366)"),
        charges("have 1 to 64 characters", SPEND + "../../spend/SpendScope.java", "MAX_NAME = 64"),
        ledger("After 23 h 55 min it is refused", SPEND + "Rules.java", "KEY_LIFE|24 * 60 - 5"),
        ledger("A minute after their call's deadline", SPEND + "Rules.java", "GRACE|toMicros(1)"),
        ledger("so do the newest two days", SPEND + "Rules.java", "NEWEST|toMicros(2)"),
        ledger(
            "five minutes after the last word",
            SPEND + "Reconciling.java",
            "ON_ITS_WAY|toMicros(5)"),
        ledger(
            "idle for 31 days is forgotten",
            SPEND + "memory/MemoryStorage.java",
            "SCOPE_KEPT|toMicros(31)"),
        ledger(
            "a key two days after its day",
            SPEND + "memory/MemoryStorage.java",
            "KEY_KEPT|toMicros(3)"),
        ledger("a second longer at most", CORE + "call/Call.java", "BOOKING|ofSeconds(1)"),
        new Promise(
            "../sdk-core/src/main/faces/io/freightsdk/FreightClient.java",
            "Then waits, at most 10 * seconds, until the spend guard has stored the charges",
            CORE + "client/ClientCore.java",
            "SETTLE_AT_CLOSE = Duration.ofSeconds(10)"),
        watching(
            "more than 1,000 loads", CORE + "reads/SharedReads.java", "KEPT_POSITIONS = 1_000"),
        watching(
            "3,200 m (two miles) around given coordinates",
            "in-memory-server/embedded/src/main/java/io/freightsdk/server/domain/trip/Fence.java",
            "DEFAULT_RADIUS_METERS = 3_200"),
        watching(
            "another instance leads within 2 seconds",
            WATCH + "internal/fleet/FleetLease.java",
            "BEAT = Duration.ofSeconds(2)"),
        watching(
            "no sign of life for 30 seconds",
            WATCH + "internal/fleet/FleetLease.java",
            "SILENCE = Duration.ofSeconds(30)"),
        watching(
            "wait for 10 seconds, then 20",
            WATCH + "internal/fleet/FleetRefusals.java",
            "FIRST = Duration.ofSeconds(10)"),
        watching(
            "40 and so on up to 30 minutes",
            WATCH + "internal/fleet/FleetRefusals.java",
            "LONGEST = Duration.ofMinutes(30)"),
        new Promise(
            "give-it-to-your-agent.md",
            "which may take 60 s",
            "sdk-integrations/freight-mcp-server/src/main/java/io/freightsdk/mcp/AgentKey.java",
            "LIMIT = Duration.ofSeconds(60)"),
        new Promise(
            "configuration.md",
            "is kept, and is 10 s if it has none",
            CORE + "transport/HttpTransport.java",
            "PING_INTERVAL = Duration.ofSeconds(10)"),
        watching("32 at most, are paid", WATCH + "internal/fleet/FleetReads.java", "AT_ONCE = 32"),
        plan("reads every 20 minutes on the road", "NOTHING_KNOWN", "ofMinutes(20)"),
        plan("half the time to two hours", "LEAD_BEFORE_WINDOW", "ofHours(2)"),
        plan("half the time to", "SHARE_OF_THE_TIME_TO_THE_WINDOW", "0.5"),
        plan("after 40 % of the time", "SHARE_OF_THE_ETA", "0.4"),
        plan("a tenth of the time it has stood", "SHARE_OF_THE_STANDING", "0.1"),
        plan("a fifth of the silence", "SHARE_OF_THE_SILENCE", "0.2"),
        plan("fewer than 20 reads left", "SCARCE_READS", "20"),
        plan("below 2 minutes or above 4 hours", "ofMinutes(2)", "ofHours(4)"),
        plan("every 15 minutes around it", "DRIVER_IS_DUE", "ofMinutes(15)"),
        plan("every 3 minutes", "NEAR_A_STOP", "ofMinutes(3)"),
        plan("at most 30 minutes", "LONGEST_ON_SITE", "ofMinutes(30)"),
        plan("15 minutes after the arrival", "SHORTEST_STAY", "ofMinutes(15)"),
        plan("then every 3 minutes, relaxing", "WAITING", "ofMinutes(3)"),
        plan("3 % of the time it has waited", "SHARE_OF_THE_WAITING", "0.03"),
        plan("(10 minutes without a fix)", "GPS_IS_SILENT", "ofMinutes(10)"),
        new Promise(
            "agents-limits.md",
            "reserved at most 5 s ago",
            AGENT + "Prices.java",
            "MAX_AGE = Duration.ofSeconds(5)"),
        new Promise(
            "agents-limits.md",
            "between the same ZIP codes within a day",
            AGENT + "Orders.java",
            "SAME_LOAD = Duration.ofDays(1)"),
        new Promise(
            "agents-limits.md",
            "An order is known for 400 days",
            AGENT + "Memory.java",
            "KEPT = Duration.ofDays(400)"),
        new Promise(
            "agents-limits.md", "cut after 60 characters", AGENT + "Question.java", "LONGEST = 60"),
        mcp("at most 0.3 s for the live prices", "FreightMcpServer", "Duration.ofMillis(300)"),
        new Promise(
            "spring-boot.md",
            "reads the balance, which is free, for at most 5 s",
            "sdk-integrations/freight-spring-boot-starter/src/main/java/io/freightsdk/spring/boot/autoconfigure/BalanceHealth.java",
            "deadline(Duration.ofSeconds(5))"),
        new Promise(
            "spring-boot.md",
            "It waits for them for at most 2 s, all clients together",
            "sdk-integrations/freight-spring-boot-starter/src/main/java/io/freightsdk/spring/boot/autoconfigure/FreightEndpoint.java",
            "PATIENCE = Duration.ofSeconds(2)"),
        new Promise(
            "../" + OUTBOX,
            "Closing begins nothing more, waits 10 * seconds for the creation that is being sent",
            OUTBOX,
            "awaitTermination(10, TimeUnit.SECONDS)"),
        new Promise(
            "outbox.md",
            "After 3 minutes it is taken for dead and told again",
            OUTBOX,
            "lease = Duration.ofMinutes(3)"),
        new Promise(
            "operations.md",
            "compares ledger and balance 7 minutes after an unknown charge",
            "sdk-integrations/freight-spring-boot-starter/src/main/java/io/freightsdk/spring/boot/autoconfigure/FreightJobs.java",
            "TOGETHER = Duration.ofMinutes(1)"),
        new Promise(
            "outbox.md",
            "again after 5 s, 10 s, 20 s, ... 10 minutes",
            "sdk-integrations/freight-outbox/src/main/java/io/freightsdk/outbox/Backoff.java",
            "LONGEST = Duration.ofMinutes(10)"));
  }

  private static Promise charges(String words, String source, String code) {
    return new Promise("charges-and-limits.md", words, source, code);
  }

  private static Promise ledger(String words, String source, String code) {
    return new Promise("ledger.md", words, source, code);
  }

  private static Promise watching(String words, String source, String code) {
    return new Promise("watching.md", words, source, code);
  }

  private static Promise plan(String words, String name, String figure) {
    String plan = WATCH + "internal/watch/AdaptivePollPlan.java";
    return new Promise("watching.md", words, plan, name + "|" + figure);
  }

  private static Promise mcp(String words, String source, String code) {
    return new Promise("give-it-to-your-agent.md", words, MCP + "mcp/" + source + ".java", code);
  }

  @ParameterizedTest
  @MethodSource("promises")
  void aFigureOfAPageIsTheOneOfTheCode(Promise promise) throws IOException {
    String page = Files.readString(Pages.ROOT.resolve("docs").resolve(promise.page));
    assertThat(page.replaceAll("\\s+", " ")).contains(promise.words);
    List<String> code = List.of(promise.code.split("\\|", -1));
    Path source = Pages.ROOT.resolve(promise.source).normalize();
    assertThat(Files.readAllLines(source))
        .as("%s has %s", source, code)
        .anyMatch(line -> code.stream().allMatch(line::contains));
  }
}
