package io.freightsdk.server.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Together;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Whatever sixteen clients do at once, every cent is accounted for. */
class MoneyPropertiesTest {
  private static final int THREADS = 16;

  /** One thing a client does. Keys and references are few, so that clients meet. */
  record Step(Kind kind, int key, int reference, int cents) {}

  enum Kind {
    CREATE,
    READ,
    CREDIT,
    OUTAGE
  }

  // Looking for the edges of so many nested lists takes longer than the clients.
  @Property(tries = 25, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void noInterleavingChargesOrCreatesTwiceForOneKeyOrReference(
      @ForAll("scripts") List<List<Step>> scripts) {
    try (InMemoryFreightServer server = ServerInProcess.start(InMemoryFreightServer.builder())) {
      Broker broker = server.createBroker("2.00");
      Http client = new Http(server, broker.agentKey());
      Map<String, Set<String>> loadsByKey = new ConcurrentHashMap<>();
      List<Integer> statuses =
          Together.times(THREADS, i -> run(server, broker, client, scripts.get(i), loadsByKey))
              .stream()
              .flatMap(List::stream)
              .toList();

      assertThat(statuses).doesNotContain(500);
      loadsByKey.forEach((key, loads) -> assertThat(loads).as(key).hasSize(1));
      List<LedgerEntry> creations =
          broker.debits().stream().filter(entry -> cents(entry) == 65).toList();
      assertThat(creations).extracting(LedgerEntry::loadNumber).doesNotHaveDuplicates();
      assertThat(keysOf(creations)).doesNotHaveDuplicates();
      Set<String> created = new HashSet<>();
      creations.forEach(entry -> created.add(entry.loadNumber()));
      loadsByKey.values().forEach(loads -> assertThat(created).containsAll(loads));
      assertThat(server.sms().messages()).hasSize(creations.size());
      assertBooksAddUp(server, broker);
    }
  }

  @Provide
  Arbitrary<List<List<Step>>> scripts() {
    Arbitrary<Step> step =
        Combinators.combine(
                Arbitraries.frequency(
                    net.jqwik.api.Tuple.of(6, Kind.CREATE),
                    net.jqwik.api.Tuple.of(6, Kind.READ),
                    net.jqwik.api.Tuple.of(2, Kind.CREDIT),
                    net.jqwik.api.Tuple.of(1, Kind.OUTAGE)),
                Arbitraries.integers().between(0, 4),
                Arbitraries.integers().between(0, 4),
                Arbitraries.integers().between(1, 200))
            .as(Step::new);
    return step.list().ofMinSize(2).ofMaxSize(6).list().ofSize(THREADS);
  }

  private static List<Integer> run(
      InMemoryFreightServer server,
      Broker broker,
      Http client,
      List<Step> script,
      Map<String, Set<String>> loadsByKey) {
    List<Integer> statuses = new ArrayList<>();
    String known = "LD-2026-0001";
    for (Step step : script) {
      switch (step.kind()) {
        case CREATE -> {
          // Key 0 stands for none, reference 0 for none.
          String key = "key-" + step.key();
          String reference = step.reference() == 0 ? null : "PO-" + step.reference();
          String[] headers =
              step.key() == 0 ? new String[0] : new String[] {"Idempotency-Key", key};
          Http.Reply reply = client.post("/v1/agent/loads", Orders.body(reference), headers);
          statuses.add(reply.status());
          if (reply.status() < 300) {
            known = reply.json().text("loadNumber");
            if (step.key() != 0) {
              loadsByKey.computeIfAbsent(key, unused -> ConcurrentHashMap.newKeySet()).add(known);
            }
          }
        }
        case READ -> statuses.add(client.get("/v1/agent/loads/" + known).status());
        case CREDIT -> broker.credit(BigDecimal.valueOf(step.cents(), 2));
        case OUTAGE -> {
          try (Faults.Outage outage = server.faults().billingOutage()) {
            statuses.add(client.get("/v1/agent/loads/" + known).status());
            assertThat(outage).isNotNull();
          }
        }
      }
    }
    return statuses;
  }

  private static void assertBooksAddUp(InMemoryFreightServer server, Broker broker) {
    BigDecimal credits = BigDecimal.ZERO;
    BigDecimal debits = BigDecimal.ZERO;
    BigDecimal running = BigDecimal.ZERO;
    for (LedgerEntry entry : broker.ledger()) {
      boolean debit = entry.type() == LedgerEntry.Type.DEBIT;
      if (debit) debits = debits.add(entry.amountUsd());
      else credits = credits.add(entry.amountUsd());
      running = running.add(entry.signedAmountUsd());
      assertThat(entry.balanceAfterUsd()).isEqualByComparingTo(running);
      assertThat(running.signum()).isGreaterThanOrEqualTo(0);
    }
    assertThat(broker.balanceUsd().add(debits).subtract(credits)).isEqualByComparingTo("0");
    assertThat(server.trialBalanceUsd()).isEqualByComparingTo("0");
    assertThat(server.revenueUsd()).isEqualByComparingTo(debits);
  }

  private static List<String> keysOf(List<LedgerEntry> creations) {
    return creations.stream().map(LedgerEntry::idempotencyKey).filter(key -> key != null).toList();
  }

  private static long cents(LedgerEntry entry) {
    return entry.amountUsd().movePointRight(2).longValueExact();
  }
}
