package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.contact.AlteredService.Arrival;
import io.freightsdk.examples.contact.AlteredService.Told;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.Scope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The program against our own server: everything is kept, and the money is as it says. */
class OurServerIT {
  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;
  private final AtomicInteger stale = new AtomicInteger();

  @Test
  void everySentenceIsKeptAndEveryChoiceIsOurs() {
    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.sentences("broken", "not seen", "otherwise"))
        .as(contact.terminal())
        .isEmpty();
    assertThat(contact.rows()).hasSizeGreaterThan(30);
    assertThat(contact.code()).isZero();
  }

  @Test
  void theServerAsAProgramIsKeptToo() throws Exception {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.freightsdk.server.standalone.Main",
                "--port",
                "0",
                "--json")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said = program.inputReader(StandardCharsets.UTF_8)) {
      JsonNode ready = AlteredService.JSON.readTree(said.readLine());
      String url = ready.get("baseUrl").stringValue();
      Map<String, String> environment =
          Map.of(
              "FREIGHT_BASE_URL",
              url,
              "FREIGHT_AGENT_KEY",
              ready.get("agentKey").stringValue(),
              "FREIGHT_DRIVER_PHONE",
              Contact.PHONE);

      Contact contact =
          Contact.with(environment, Waits.skipped(), folder, "--spend", "2.00", "--yes");

      assertThat(contact.sentences("broken", "not seen", "otherwise"))
          .as(contact.terminal())
          .isEmpty();
      assertThat(contact.code()).isZero();
      assertThat(balanceOf(url, ready.get("brokerId").stringValue())).isEqualByComparingTo("98.66");
    } finally {
      program.destroyForcibly();
    }
  }

  /** By the test control, not by what the program may read. */
  private static BigDecimal balanceOf(String url, String brokerId) throws Exception {
    URI brokers = URI.create(url + "/__admin/brokers");
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(brokers).build(), HttpResponse.BodyHandlers.ofString());
    for (JsonNode broker : AlteredService.JSON.readTree(response.body()).findParents("brokerId")) {
      if (broker.get("brokerId").stringValue().equals(brokerId)) {
        return broker.get("balanceUsd").decimalValue();
      }
    }
    throw new AssertionError("no such broker");
  }

  @Test
  void itTakesTwoLoadsAndTwoReadsByTheServersOwnBooks() {
    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(service.broker.debits())
        .extracting(LedgerEntry::amountUsd)
        .usingElementComparator(BigDecimal::compareTo)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of("0.65", "0.65", "0.02", "0.02").map(BigDecimal::new).toList());
    assertThat(contact.file()).contains("134 cents were taken");
  }

  @Test
  void withoutSpendNothingIsAskedThatMayBuy() {
    Contact contact = Contact.with(service, folder);

    assertThat(contact.sentences("broken", "not seen", "otherwise"))
        .as(contact.terminal())
        .isEmpty();
    assertThat(contact.code()).isZero();
    assertThat(service.requests)
        .noneMatch(one -> one.path().equals("/v1/agent/loads"))
        .noneMatch(one -> one.method().equals("GET") && one.path().contains("/loads/"));
    assertThat(service.gone()).isZero();
  }

  @Test
  void eachQuestionHasAConnectionOfItsOwnAndASecond() {
    Contact.with(service, folder, "--spend", "2.00", "--yes");

    List<Arrival> arrivals = service.arrivals;
    assertThat(arrivals).hasSizeGreaterThan(100);
    for (int i = 1; i < arrivals.size(); i++) {
      assertThat(arrivals.get(i).port()).isNotEqualTo(arrivals.get(i - 1).port());
    }
    // Two are sent at once. The first may have come late.
    Duration all = Duration.between(arrivals.get(0).at(), arrivals.get(arrivals.size() - 1).at());
    assertThat(all).isGreaterThan(Duration.ofSeconds(arrivals.size() - 10));
  }

  @Test
  void aServiceThatStopsToAnswerIsNotAskedForEver() {
    service.alter(asked -> service.requests.size() > 4 ? Told.NOTHING : service.forward(asked));

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.sentences("broken")).isEmpty();
    assertThat(service.requests).hasSize(7);
    assertThat(contact.code()).isEqualTo(3);
  }

  @Test
  void whoStopsItKnowsWhatWasTaken() {
    List<String> soFar = new ArrayList<>();
    service.alter(
        asked -> {
          if (asked.isRead(2)) soFar.add(read(folder.resolve("first-contact.md")));
          return service.forward(asked);
        });

    Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(soFar).hasSize(1);
    assertThat(soFar.get(0))
        .contains(
            "| kept | 4.2 | A read is answered", "134 cents were taken or may still be taken");
  }

  @Test
  void whoStopsItBeforeTheFirstAnswerKnowsWhatItMayTake() {
    List<String> soFar = new ArrayList<>();
    service.alter(
        asked -> {
          if (asked.isCreation(1)) soFar.add(read(folder.resolve("first-contact.md")));
          return service.forward(asked);
        });

    Contact.with(service, folder, "--spend", "0.65", "--yes");

    assertThat(soFar).hasSize(1);
    assertThat(soFar.get(0)).contains("65 cents were taken or may still be taken");
  }

  @Test
  void aWaitThatTheServiceAsksForIsTold() {
    service.alter(
        asked ->
            asked.isBalance() && asked.nth() == 6
                ? new Told(429, Map.of("Retry-After", "17"), "{}")
                : service.forward(asked));

    Contact contact = Contact.with(service, folder, "--spend", "0.65", "--yes");

    assertThat(contact.terminal()).contains("429: waiting 17 s before the next question");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTopUpInTheMiddleOfARunHidesNothingThatWasTaken() {
    service.alter(
        asked -> {
          if (asked.isConfirmation(7)) service.take("-10.00");
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.terminal()).contains("!! the paid part ended", "130 cents were taken");
    assertThat(contact.sentences("broken", "otherwise")).isEmpty();
  }

  @Test
  void whatFreeQuestionsTakeIsTold() {
    service.alter(
        asked -> {
          if (asked.isStatusWrite(1)) service.take("0.50");
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder);

    assertThat(contact.row("The questions above took nothing").seen())
        .startsWith("the balance changed by -50 cents");
    assertThat(contact.sentences("broken")).isEmpty();
    assertThat(contact.code()).isEqualTo(3);
  }

  @Test
  void whatFreeQuestionsTakeCountsAsTakenAndEndsThePaidPart() {
    service.alter(
        asked -> {
          if (asked.isStatusWrite(1)) service.take("0.50");
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.terminal())
        .contains("!! the paid part ended, because the balance moved while only free questions")
        .contains("50 cents were taken");
    assertThat(service.gone()).isEqualByComparingTo("0.50");
    assertThat(contact.code()).isEqualTo(3);
  }

  @Test
  void aStaleBalanceIsNotCountedAsTaken() {
    service.alter(
        asked -> {
          Told told = service.forward(asked);
          if (asked.isCreation(6)) stale.set(2);
          boolean isStale = asked.isBalance() && stale.getAndDecrement() > 0;
          return isStale ? told.json(body -> body.put("balanceUsd", 25)) : told;
        });

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.row("A known key comes before").result()).isEqualTo("as our server");
    assertThat(contact.terminal()).contains("134 cents were taken");
  }

  @Test
  void whatASmallSumDoesNotCoverIsNotSeen() {
    Contact contact = Contact.with(service, folder, "--spend", "0.70", "--yes");

    assertThat(contact.row("A creation is answered").result()).isEqualTo("kept");
    assertThat(contact.row("Two creations").seen()).contains("130 cents").contains("5 cents");
    assertThat(contact.row("A read is answered").result()).isEqualTo("kept");
    assertThat(contact.code()).isEqualTo(3);
    assertThat(service.gone()).isEqualByComparingTo("0.67");
  }

  @Test
  void aLoadOnTheRoadIsReadOnce() {
    String number = createEarlier();
    service.server.driver(number).driveUntil(LoadStatus.IN_TRANSIT);
    BigDecimal before = service.gone();

    Contact contact = Contact.with(service, folder, "--load", number, "--spend", "0.02");

    assertThat(contact.sentences("broken", "not seen", "otherwise"))
        .as(contact.terminal())
        .isEmpty();
    assertThat(contact.row("Speeds are in miles").result()).isEqualTo("kept");
    assertThat(service.gone().subtract(before)).isEqualByComparingTo("0.02");
  }

  /** A load that was there before the program came. */
  private String createEarlier() {
    String order = new Orders(Contact.PHONE, () -> "earlier").withoutReference();
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.server.baseUrl())
            .agentKey(service.broker.agentKey())
            .build()) {
      CreateLoadInput input =
          FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(order));
      return client.createLoad(input).loadNumber();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aNumberThatNoLoadHasAccusesNobody() {
    Contact contact = Contact.with(service, folder, "--load", "LD-2026-9999", "--spend", "0.02");

    assertThat(contact.row("A read of a load on the road").seen()).contains("no load has");
    assertThat(contact.sentences("broken")).isEmpty();
    assertThat(contact.code()).isEqualTo(3);
    assertThat(service.gone()).isZero();
  }

  @Test
  void aKeyThatIsRefusedAccusesNobody() {
    service.broker.revoke(service.broker.agentKey());

    Contact contact = Contact.with(service, folder);

    assertThat(contact.terminal()).contains("The service refuses the key in FREIGHT_AGENT_KEY");
    assertThat(contact.code()).isEqualTo(2);
    assertThat(contact.file()).isEmpty();
  }

  @Test
  void whatTheKeyMayNotDoIsNotSeen() {
    String key = service.broker.newKey(Scope.LOADS_READ, Scope.BILLING_READ);

    Contact contact = Contact.with(service, key, folder, "--spend", "2.00", "--yes");

    assertThat(contact.sentences("broken", "otherwise"))
        .as(contact.terminal())
        .noneMatch(sentence -> sentence.startsWith("A creation is"));
    assertThat(contact.row("A creation is answered").seen()).contains("may not do it");
    assertThat(contact.code()).isNotZero();
  }

  @Test
  void anAddressWhereNobodyListensIsSaid() {
    Map<String, String> environment =
        Map.of("FREIGHT_BASE_URL", "http://127.0.0.1:1", "FREIGHT_AGENT_KEY", "fak_k");

    Contact contact = Contact.with(environment, service.waits, folder);

    assertThat(contact.terminal()).contains("cannot be reached: nothing listens");
    assertThat(contact.code()).isEqualTo(2);
  }

  @Test
  void theDemonstrationNeedsNothing() {
    Contact contact = Contact.with(Map.of(), service.waits, folder, "--demo");

    assertThat(contact.sentences("broken", "not seen", "otherwise"))
        .as(contact.terminal())
        .isEmpty();
    assertThat(contact.code()).isZero();
    assertThat(service.requests).isEmpty();
  }

  @Test
  void nobodyGetsATextMessageButTheDeveloper() {
    Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(service.server.sms().messages()).hasSize(2);
    assertThat(service.server.sms().messages()).allMatch(one -> one.phone().equals(Contact.PHONE));
  }
}
