package io.freightsdk.contact;

import static java.time.ZoneOffset.UTC;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.contact.AlteredService.Arrival;
import io.freightsdk.contact.AlteredService.SentResponse;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.LedgerEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program against the in-memory server: it finds no difference, and its costs are right. */
class InMemoryServerIT {
  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  @Test
  void runFindsNoDifference() {
    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(contact.rows()).as(contact.terminal()).isEmpty();
    assertThat(contact.asDescribed()).hasSizeGreaterThan(15);
    assertThat(contact.code()).isZero();
  }

  @Test
  void runCostsTwoLoadsAndTwoReads() {
    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(service.broker.debits())
        .extracting(LedgerEntry::amountUsd)
        .usingElementComparator(BigDecimal::compareTo)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of("0.65", "0.65", "0.02", "0.02").map(BigDecimal::new).toList());
    assertThat(contact.file()).contains("1.34 USD spent");
  }

  @Test
  void runWithoutSpendSendsOnlyFreeCalls() {
    ProgramRun contact = ProgramRun.with(service, folder);

    assertThat(contact.rows()).as(contact.terminal()).isEmpty();
    assertThat(contact.code()).isZero();
    assertThat(service.requests)
        .noneMatch(one -> one.path().equals("/v1/agent/loads"))
        .noneMatch(one -> one.method().equals("GET") && one.path().contains("/loads/"));
    assertThat(service.gone()).isZero();
  }

  @Test
  void eachRequestHasItsOwnConnectionAndSecond() {
    ProgramRun.with(service, folder, "--spend", "2.00");

    List<Arrival> arrivals = service.arrivals;
    assertThat(arrivals).hasSizeGreaterThan(40);
    for (int i = 1; i < arrivals.size(); i++) {
      assertThat(arrivals.get(i).port()).isNotEqualTo(arrivals.get(i - 1).port());
    }
    // Two are sent at once. The first may have come late.
    Duration all = Duration.between(arrivals.get(0).at(), arrivals.get(arrivals.size() - 1).at());
    assertThat(all).isGreaterThan(Duration.ofSeconds(arrivals.size() - 10));
  }

  @Test
  void silentServiceEndsTheRun() {
    service.alter(
        received -> service.requests.size() > 4 ? SentResponse.NOTHING : service.forward(received));

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(contact.rows()).hasSize(1);
    assertThat(contact.row("no response").result()).isEqualTo("not seen");
    assertThat(service.requests).hasSizeLessThan(10);
    assertThat(contact.code()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"2.00, 2, 1.34 USD spent", "0.65, 0, 0.65 USD spent"})
  void stoppedRunLeavesItsMaximumCostInTheFile(String spend, int reads, String message) {
    List<String> soFar = new ArrayList<>();
    service.alter(
        received -> {
          boolean isNow = reads > 0 ? received.isRead(reads) : received.isCreation(1);
          if (isNow) soFar.add(read(folder.resolve("first-contact.md")));
          return service.forward(received);
        });

    ProgramRun.with(service, folder, "--spend", spend);

    assertThat(soFar).hasSize(1);
    assertThat(soFar.get(0)).contains(message + ", or may still be charged");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"17, 17", "86400, 120"})
  void waitAfterA429IsReportedAndBounded(String retryAfter, String waits) {
    service.alter(
        received ->
            received.isBalance() && received.nth() == 4
                ? new SentResponse(429, Map.of("Retry-After", retryAfter), "{}")
                : service.forward(received));

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "0.65");

    assertThat(contact.terminal()).contains("429: waiting " + waits + " s");
    assertThat(contact.asDescribed()).contains("createLoad");
  }

  @Test
  void rateLimitedServiceCostsTwoMinutesAndOneRow() {
    Instant start = service.waits.now();
    service.alter(
        received -> {
          String date = RFC_1123_DATE_TIME.format(service.waits.now().plusSeconds(60).atZone(UTC));
          return new SentResponse(429, Map.of("Retry-After", date), "{}");
        });

    ProgramRun run = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(run.rows().keySet()).containsExactly("the service limits requests (429)");
    assertThat(run.code()).isEqualTo(3);
    assertThat(Duration.between(start, service.waits.now())).isLessThan(Duration.ofSeconds(150));
  }

  @Test
  void chargeThatDoesNotShowStaysInTheSum() {
    service.lag(Duration.ofMinutes(4));

    ProgramRun run = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(run.row("a charge does not show").result()).isEqualTo("not seen");
    assertThat(run.file()).contains("0.65 USD spent, or may still be charged");
  }

  @Test
  void addressWithAnotherPathIsReported() {
    service.alter(received -> new SentResponse(404, Map.of(), "<h1>Not found</h1>"));

    ProgramRun run = ProgramRun.with(service, folder);

    assertThat(run.terminal()).contains("(404). Check the path in FREIGHT_BASE_URL");
    assertThat(run.code()).isEqualTo(2);
  }

  @Test
  void smallLimitSkipsExpensiveChecks() {
    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "0.70");

    assertThat(contact.asDescribed()).contains("createLoad", "getLoadPosition");
    assertThat(contact.rows()).hasSize(1);
    assertThat(contact.row("--spend does not cover").seen())
        .isEqualTo("Not run: createLoad twice concurrently with one key and 13 more");
    assertThat(contact.code()).isEqualTo(3);
    assertThat(service.gone()).isEqualByComparingTo("0.69");
  }

  @Test
  void topUpDoesNotReduceTheAmountSpent() {
    service.alter(
        received -> {
          if (received.isConfirmation(2)) service.take("-10.00");
          return service.forward(received);
        });

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(contact.terminal()).contains("1.30 USD spent, or may still be charged");
  }

  @Test
  void topUpDuringACreationKeepsItsMaximumCost() {
    service.alter(
        received -> {
          if (received.isCreation(1)) service.take("-10.00");
          return service.forward(received);
        });

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(contact.terminal()).contains("0.65 USD spent, or may still be charged");
  }

  @Test
  void loadInTransitIsReadOnce() {
    String number = createLoad(service.server, service.broker);
    service.server.driver(number).driveUntil(LoadStatus.IN_TRANSIT);
    BigDecimal before = service.gone();

    ProgramRun contact = ProgramRun.with(service, folder, "--load", number, "--spend", "0.02");

    assertThat(contact.rows()).as(contact.terminal()).isEmpty();
    assertThat(contact.asDescribed()).contains("getLoadPosition in transit");
    assertThat(service.gone().subtract(before)).isEqualByComparingTo("0.02");
  }

  /** Creates a load before the program starts. */
  static String createLoad(InMemoryFreightServer server, Broker broker) {
    String order = new RunContext(ProgramRun.PHONE, "earlier", "").orderWithoutReference();
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      CreateLoadInput input =
          FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(order));
      return client.createLoad(input).loadNumber();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void unknownLoadNumberIsNotSeen() {
    ProgramRun contact =
        ProgramRun.with(service, folder, "--load", "LD-2026-9999", "--spend", "0.02");

    assertThat(contact.row("the load or the path does not exist").result()).isEqualTo("not seen");
    assertThat(contact.rows()).hasSize(1);
    assertThat(contact.code()).isEqualTo(3);
    assertThat(service.gone()).isZero();
  }

  @Test
  void refusedKeyEndsTheRun() {
    service.broker.revoke(service.broker.agentKey());

    ProgramRun contact = ProgramRun.with(service, folder);

    assertThat(contact.terminal())
        .contains(
            "The service refuses the key in FREIGHT_AGENT_KEY (401). Use the broker's agent key.");
    assertThat(contact.code()).isEqualTo(2);
    assertThat(contact.file()).isEmpty();
  }

  @Test
  void unreachableAddressIsReported() {
    Map<String, String> environment =
        Map.of("FREIGHT_BASE_URL", "http://127.0.0.1:1", "FREIGHT_AGENT_KEY", "fak_k");

    ProgramRun contact = ProgramRun.with(environment, service.waits, folder);

    assertThat(contact.terminal()).contains("The service cannot be reached");
    assertThat(contact.code()).isEqualTo(2);
  }

  @Test
  void textMessagesGoOnlyToTheUser() {
    ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(service.server.sms().messages()).hasSize(2);
    assertThat(service.server.sms().messages())
        .allMatch(one -> one.phone().equals(ProgramRun.PHONE));
  }

  /** The terminal shows the form of bodies, and a service may repeat the request in them. */
  @Test
  void reportHasNoKeyPhoneOrLink() {
    String key = service.broker.agentKey();
    String echo = key + " (312) 555-0142, 312.555.0142 " + ProgramRun.PHONE;
    service.alter(
        received -> {
          SentResponse sent = service.forward(received);
          if (received.isCreation(1)) {
            return sent.json(
                body ->
                    body.put("success", false)
                        .put("trackingLink", "/track/trk_0123")
                        .put("driver_web_link", "/driver/trk_0123"));
          }
          return sent.status() < 400
              ? sent
              : sent.json(body -> body.put("error", echo).put(key, "x").put("code", key));
        });

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(contact.rows()).isNotEmpty();
    assertThat(contact.terminal()).contains("response: 201", "<path 1>");
    for (String shown : List.of(contact.terminal(), contact.file())) {
      assertThat(shown).doesNotContain(key, "5550142", "555-0142", "555.0142", "://", "trk_");
    }
  }
}
