package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.micrometer.FreightReadings;
import io.freightsdk.micrometer.FreightReadings.Reading;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * {@code /actuator/freight}: reading tells what is true now, or how old it is; writing records what
 * a person knows and compares the ledger with the balance.
 */
@Endpoint(id = "freight")
final class FreightEndpoint {
  /** An operator waits, and a service that hangs is what he wants to be told. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int MAX_DECIMALS = 9;
  private static final BigDecimal MAX_USD = new BigDecimal("9000000000");

  private final Map<String, FreightClient> clients;
  private final Readings readings;
  private final Duration patience;

  FreightEndpoint(Map<String, FreightClient> clients, Readings readings) {
    this(clients, readings, PATIENCE);
  }

  /**
   * @param patience how long all clients together are waited for
   */
  FreightEndpoint(Map<String, FreightClient> clients, Readings readings, Duration patience) {
    this.clients = new TreeMap<>(clients);
    this.readings = readings;
    this.patience = patience;
  }

  // --- what it tells ---

  /**
   * What is known of one client.
   *
   * @param ledgerReadAt when totals, held money, limits and reconciliation were read; null if they
   *     never were
   * @param balanceReadAt when the balance was read; null if it never was
   * @param unknown what could not be read now, and why; null if everything was
   */
  record Report(
      @Nullable SpendTotals totals,
      @Nullable BigDecimal heldUsd,
      BigDecimal savedUsd,
      @Nullable BigDecimal balanceUsd,
      List<Remaining> limits,
      @Nullable Result reconciliation,
      FreightClient.Activity activity,
      @Nullable Instant ledgerReadAt,
      @Nullable Instant balanceReadAt,
      @Nullable String unknown) {}

  /** A limit in words, and what it still allows. */
  record Remaining(String limit, BigDecimal remainingUsd) {}

  /** A comparison of ledger and balance, and the same in words. */
  record Result(Reconciliation.Verdict verdict, String explanation, Reconciliation figures) {
    static @Nullable Result of(@Nullable Reconciliation found) {
      return found == null ? null : new Result(found.verdict(), found.explanation(), found);
    }
  }

  /** Of the only client, or of each by its name. */
  @ReadOperation
  Object report() {
    long end = System.nanoTime() + patience.toNanos();
    Map<String, Asked> asked = new LinkedHashMap<>();
    clients.forEach((name, client) -> asked.put(name, Asked.of(readings.of(name, client))));
    Map<String, Report> reports = new LinkedHashMap<>();
    asked.forEach((name, one) -> reports.put(name, report(name, one, end)));
    return reports.size() == 1 ? reports.values().iterator().next() : reports;
  }

  /** Readings that have begun. */
  private record Asked(
      FreightReadings readings,
      CompletableFuture<Reading<FreightReadings.Books>> books,
      CompletableFuture<Reading<BigDecimal>> balance) {
    static Asked of(FreightReadings readings) {
      return new Asked(readings, readings.booksNow(), readings.balanceNow());
    }
  }

  private Report report(String name, Asked asked, long end) {
    FreightClient client = Objects.requireNonNull(clients.get(name));
    List<String> unknown = new ArrayList<>();
    await("ledger", asked.books, end, unknown);
    await("balance", asked.balance, end, unknown);
    Reading<FreightReadings.Books> read = asked.readings.lastBooks();
    FreightReadings.Books books = read == null ? null : read.value();
    Reading<BigDecimal> balance = asked.readings.lastBalance();
    return new Report(
        books == null ? null : books.totals(),
        books == null ? null : books.heldUsd(),
        client.ledger().savedUsd(),
        balance == null ? null : balance.value(),
        books == null ? List.of() : books.remaining().stream().map(this::words).toList(),
        books == null ? null : Result.of(books.reconciliation()),
        client.activity(),
        read == null ? null : read.at(),
        balance == null ? null : balance.at(),
        unknown.isEmpty() ? null : String.join("; ", unknown));
  }

  /** Adds why there is no new reading, if there is none. */
  private void await(String what, CompletableFuture<?> reading, long end, List<String> unknown) {
    try {
      Object unused = reading.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      BigDecimal seconds = BigDecimal.valueOf(patience.toMillis(), 3).stripTrailingZeros();
      unknown.add("%s: no answer in %s s".formatted(what, seconds.toPlainString()));
    } catch (ExecutionException e) {
      String why = e.getCause() == null ? null : e.getCause().getMessage();
      unknown.add(what + ": " + (why == null ? String.valueOf(e.getCause()) : why));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      unknown.add(what + ": interrupted");
    }
  }

  private Remaining words(SpendLedger.Remaining left) {
    return new Remaining(left.limit().description(), left.remainingUsd());
  }

  // --- what it changes ---

  /**
   * A comparison of ledger and balance, after changes.
   *
   * @param done what was changed before it
   */
  record Done(
      Reconciliation.Verdict verdict,
      String explanation,
      Reconciliation figures,
      List<String> done) {}

  /**
   * Records what it is given, then reconciles. What is not right is refused before the first
   * change. Boot 3.5 reads Spring's annotation only.
   *
   * @param client name of the client, if there are several
   * @param adjust money in USD that this client did not move: a top-up, or less than zero
   * @param settle numbers of open entries, separated by commas
   * @param charged whether each of them cost the most that it may have, or the least
   * @param sum what they cost together, instead of {@code charged}
   */
  @WriteOperation
  WebEndpointResponse<Object> reconcile(
      @org.springframework.lang.Nullable @Nullable String client,
      @org.springframework.lang.Nullable @Nullable BigDecimal adjust,
      @org.springframework.lang.Nullable long @Nullable [] settle,
      @org.springframework.lang.Nullable @Nullable Boolean charged,
      @org.springframework.lang.Nullable @Nullable BigDecimal sum) {
    String wrong = wrong(client, adjust, settle, charged, sum);
    if (wrong != null) return refused(wrong);
    SpendLedger ledger = client(client).ledger();
    List<String> done = new ArrayList<>();
    List<String> notDone = new ArrayList<>();
    if (settle != null) notDone.add("settle");
    if (adjust != null) notDone.add("adjust");
    notDone.add("reconcile");
    try {
      if (settle != null) {
        // First, because only this one can still be refused, and then none of the entries is.
        for (SpendEntry entry : settled(ledger, settle, charged, sum)) done.add(words(entry));
        notDone.remove(0);
      }
      if (adjust != null) {
        ledger.adjust(adjust);
        done.add(adjust.toPlainString() + " USD are recorded that this client did not move");
        notDone.remove(0);
      }
      Reconciliation found = ledger.reconcile();
      return new WebEndpointResponse<>(new Done(found.verdict(), found.explanation(), found, done));
    } catch (IllegalArgumentException e) {
      if (done.isEmpty()) return refused(String.valueOf(e.getMessage()));
      return stopped(e, done, notDone);
    } catch (FreightException | SpendStoreException e) {
      return stopped(e, done, notDone);
    }
  }

  /** Why it cannot be done, as far as one can see without the ledger; null if it may. */
  private @Nullable String wrong(
      @Nullable String client,
      @Nullable BigDecimal adjust,
      long @Nullable [] settle,
      @Nullable Boolean charged,
      @Nullable BigDecimal sum) {
    if (client == null ? clients.size() != 1 : !clients.containsKey(client)) {
      return "client: expected one of " + clients.keySet() + ", got " + client;
    }
    boolean settles = settle != null && settle.length > 0;
    boolean says = (charged == null) != (sum == null);
    if (settles ? !says : settle != null || charged != null || sum != null) {
      return "settle needs the numbers of entries, and either charged or sum";
    }
    boolean counts =
        adjust == null
            || (adjust.stripTrailingZeros().scale() <= MAX_DECIMALS
                && adjust.abs().compareTo(MAX_USD) < 0);
    return counts
        ? null
        : "adjust: expected at most 9 decimals and less than 9 billion USD, got " + adjust;
  }

  private static List<SpendEntry> settled(
      SpendLedger ledger, long[] settle, @Nullable Boolean charged, @Nullable BigDecimal sum) {
    List<Long> entries = Arrays.stream(settle).boxed().toList();
    return sum != null
        ? ledger.settle(entries, sum)
        : ledger.settle(entries, Boolean.TRUE.equals(charged));
  }

  private static String words(SpendEntry entry) {
    BigDecimal usd = entry.amountUsd();
    String amount = usd.signum() == 0 ? "" : " " + usd.toPlainString() + " USD";
    return "entry " + entry.id() + " is " + entry.outcome() + amount;
  }

  private FreightClient client(@Nullable String name) {
    FreightClient client = name == null ? clients.values().iterator().next() : clients.get(name);
    return Objects.requireNonNull(client);
  }

  private static WebEndpointResponse<Object> refused(String why) {
    return new WebEndpointResponse<>(
        Map.of("refused", why + "; nothing was changed", "done", List.of()), 400);
  }

  /** The first of what is not done failed; the others were not tried. */
  private static WebEndpointResponse<Object> stopped(
      RuntimeException why, List<String> done, List<String> notDone) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("unknown", String.valueOf(why.getMessage()));
    told.put("done", done);
    told.put("notDone", notDone);
    return new WebEndpointResponse<>(told, 503);
  }
}
