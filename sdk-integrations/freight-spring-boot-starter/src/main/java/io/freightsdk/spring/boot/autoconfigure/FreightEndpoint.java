package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.micrometer.FreightReadings;
import io.freightsdk.micrometer.FreightReadings.Reading;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
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
import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

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

  /** Who says it, where nobody has logged in. */
  private static final String ANYBODY = "actuator";

  private static final int MAX_WHO = 100;
  private static final int MAX_WHY = 1000;

  /** So many orders, and so many unknown charges, are told; the oldest of them. */
  static final int MAX_ROWS = 100;

  private final Map<String, FreightClient> clients;
  private final Readings readings;
  private final Duration patience;
  private final Clock clock;

  /** What is open of each client, by its name. */
  private final Map<String, Background<Open>> open = new HashMap<>();

  FreightEndpoint(
      Map<String, FreightClient> clients,
      Readings readings,
      @Nullable WaitingOrders orders,
      Clock clock) {
    this(clients, readings, orders, clock, PATIENCE);
  }

  /**
   * @param orders null without an outbox
   * @param clock that tells how old something is
   * @param patience how long all clients together are waited for
   */
  FreightEndpoint(
      Map<String, FreightClient> clients,
      Readings readings,
      @Nullable WaitingOrders orders,
      Clock clock,
      Duration patience) {
    this.clients = new TreeMap<>(clients);
    this.readings = readings;
    this.patience = patience;
    this.clock = clock;
    clients.forEach(
        (name, client) ->
            open.put(
                name,
                new Background<>(
                    clock,
                    () ->
                        new Open(
                            orders == null ? null : orders.of(name, MAX_ROWS),
                            unknownCharges(Ledgers.of(client))))));
  }

  private static List<Unknown> unknownCharges(@Nullable SpendLedger ledger) {
    if (ledger == null) return List.of();
    return ledger.entries(SpendFilter.all().open()).stream()
        .sorted(Comparator.comparing(SpendEntry::at))
        .limit(MAX_ROWS)
        .map(Unknown::of)
        .toList();
  }

  // --- what it tells ---

  /**
   * What is known of one client.
   *
   * @param orders those that have no load, the oldest hundred, the refused ones first; null without
   *     an outbox, and if they never were read
   * @param unknownCharges entries of which nobody knows whether they were charged, the oldest
   *     hundred; null if they never were read
   * @param limits those that this process has met
   * @param ledgerReadAt when totals, reserved money, limits and reconciliation were read; null if
   *     they never were
   * @param balanceReadAt when the balance was read; null if it never was
   * @param openReadAt when orders and unknown charges were read; null if they never were
   * @param unknown what could not be read now, and why; null if everything was
   */
  record Report(
      @Nullable List<WaitingOrders.Order> orders,
      @Nullable List<Unknown> unknownCharges,
      @Nullable SpendTotals totals,
      @Nullable BigDecimal reservedUsd,
      BigDecimal savedUsd,
      @Nullable BigDecimal balanceUsd,
      List<Limit> limits,
      @Nullable Result reconciliation,
      FreightClient.Activity activity,
      @Nullable Instant ledgerReadAt,
      @Nullable Instant balanceReadAt,
      @Nullable Instant openReadAt,
      @Nullable String unknown) {}

  private record Open(@Nullable List<WaitingOrders.Order> orders, List<Unknown> unknownCharges) {}

  /**
   * A charge of which nobody knows, to be settled by its number.
   *
   * @param order the customer's reference of a creation
   * @param mostUsd the most that it may have cost
   */
  record Unknown(
      long entry,
      String operation,
      @Nullable String order,
      @Nullable String load,
      BigDecimal mostUsd,
      Instant since) {
    static Unknown of(SpendEntry entry) {
      return new Unknown(
          entry.id(),
          entry.operation(),
          entry.customerRef(),
          entry.loadNumber(),
          entry.amountUsd(),
          entry.at());
    }
  }

  /** A limit in words, what it still allows, and how much of it is used or reserved. */
  record Limit(String limit, BigDecimal remainingUsd, double share) {
    static Limit of(LimitUse use) {
      return new Limit(use.limit().description(), use.remainingUsd(), use.share());
    }
  }

  /** A comparison of ledger and balance, and the same in words. */
  record Result(boolean agrees, String explanation, Reconciliation figures) {
    static @Nullable Result of(@Nullable Reconciliation found) {
      return found == null ? null : new Result(found.agrees(), found.explanation(), found);
    }
  }

  /** JSON for programs, unless text is asked for. */
  enum Form implements Producible<Form> {
    JSON("application/json"),
    TEXT("text/plain;charset=UTF-8");

    private final String type;

    Form(String type) {
      this.type = type;
    }

    @Override
    public MimeType getProducedMimeType() {
      return MimeType.valueOf(type);
    }

    @Override
    public boolean isDefault() {
      return this == JSON;
    }
  }

  @ReadOperation(producesFrom = Form.class)
  WebEndpointResponse<Object> read(@org.springframework.lang.Nullable @Nullable Form form) {
    if (form != Form.TEXT) return new WebEndpointResponse<>(report(), Form.JSON);
    return new WebEndpointResponse<>(ReportText.of(reports(), clock.instant()), Form.TEXT);
  }

  /** Of the only client, or of each by its name. */
  Object report() {
    Map<String, Report> reports = reports();
    return reports.size() == 1 ? reports.values().iterator().next() : reports;
  }

  private Map<String, Report> reports() {
    long end = System.nanoTime() + patience.toNanos();
    Map<String, Asked> asked = new LinkedHashMap<>();
    clients.forEach(
        (name, client) ->
            asked.put(
                name, Asked.of(readings.of(name, client), Objects.requireNonNull(open.get(name)))));
    Map<String, Report> reports = new LinkedHashMap<>();
    asked.forEach((name, one) -> reports.put(name, report(name, one, end)));
    return reports;
  }

  /** Readings that have begun. */
  private record Asked(
      FreightReadings readings,
      Background<Open> open,
      CompletableFuture<Reading<FreightReadings.LedgerState>> ledger,
      CompletableFuture<Reading<BigDecimal>> balance,
      CompletableFuture<Reading<Open>> rows) {
    static Asked of(FreightReadings readings, Background<Open> open) {
      return new Asked(readings, open, readings.ledgerNow(), readings.balanceNow(), open.now());
    }
  }

  private Report report(String name, Asked asked, long end) {
    FreightClient client = Objects.requireNonNull(clients.get(name));
    List<String> unknown = new ArrayList<>();
    await("ledger", asked.ledger, end, unknown);
    await("balance", asked.balance, end, unknown);
    await("orders and unknown charges", asked.rows, end, unknown);
    Reading<Open> rows = asked.open.last();
    Reading<FreightReadings.LedgerState> read = asked.readings.lastLedger();
    FreightReadings.LedgerState ledger = read == null ? null : read.value();
    Reading<BigDecimal> balance = asked.readings.lastBalance();
    return new Report(
        rows == null ? null : rows.value().orders(),
        rows == null ? null : rows.value().unknownCharges(),
        ledger == null ? null : ledger.totals(),
        ledger == null ? null : ledger.reservedUsd(),
        client.savedUsd(),
        balance == null ? null : balance.value(),
        ledger == null ? List.of() : ledger.limits().stream().map(Limit::of).toList(),
        ledger == null ? null : Result.of(ledger.reconciliation()),
        client.activity(),
        read == null ? null : read.at(),
        balance == null ? null : balance.at(),
        rows == null ? null : rows.at(),
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

  // --- what it changes ---

  /**
   * A comparison of ledger and balance, after changes.
   *
   * @param done what was changed before it
   */
  record Done(boolean agrees, String explanation, Reconciliation figures, List<String> done) {}

  /**
   * Records what it is given, then reconciles. What is not right is refused before the first
   * change. Boot 3.5 reads Spring's annotation only.
   *
   * @param security whose name the changes bear
   * @param client name of the client, if there are several
   * @param adjust money in USD that this client did not move: a top-up, or less than zero
   * @param settle numbers of open entries, separated by commas
   * @param charged whether each of them was charged
   * @param why what the changes are known from; kept beside them
   */
  @WriteOperation
  WebEndpointResponse<Object> reconcile(
      SecurityContext security,
      @org.springframework.lang.Nullable @Nullable String client,
      @org.springframework.lang.Nullable @Nullable BigDecimal adjust,
      @org.springframework.lang.Nullable long @Nullable [] settle,
      @org.springframework.lang.Nullable @Nullable Boolean charged,
      @org.springframework.lang.Nullable @Nullable String why) {
    String wrong = wrong(client, adjust, settle, charged, why);
    if (wrong != null) return refused(wrong);
    FreightClient of = client(client);
    SpendLedger ledger = Ledgers.of(of);
    if (ledger == null) return refused("the spend guard of the client has no ledger");
    String who = who(security);
    List<String> done = new ArrayList<>();
    List<String> notDone = new ArrayList<>();
    if (settle != null) notDone.add("settle");
    if (adjust != null) notDone.add("adjust");
    notDone.add("reconcile");
    try {
      if (settle != null) {
        // First, because only this one can still be refused, and then none of the entries is.
        List<Long> entries = Arrays.stream(settle).boxed().toList();
        boolean paid = Boolean.TRUE.equals(charged);
        for (SpendEntry entry : ledger.settle(entries, paid, who, because(why))) {
          done.add(words(entry));
        }
        notDone.remove(0);
      }
      if (adjust != null) {
        SpendEntry unused = ledger.adjust(adjust, who, because(why));
        done.add(adjust.toPlainString() + " USD are recorded that this client did not move");
        notDone.remove(0);
      }
      Reconciliation found = ledger.reconcile(of);
      return new WebEndpointResponse<>(new Done(found.agrees(), found.explanation(), found, done));
    } catch (IllegalArgumentException e) {
      if (done.isEmpty()) return refused(String.valueOf(e.getMessage()));
      return stopped(e, done, notDone);
    } catch (FreightException | SpendLedgerException e) {
      return stopped(e, done, notDone);
    }
  }

  private static String who(SecurityContext security) {
    Principal principal = security.getPrincipal();
    String name = principal == null ? null : principal.getName();
    if (name == null || name.isBlank()) return ANYBODY;
    return name.substring(0, Math.min(name.length(), MAX_WHO));
  }

  private static String because(@Nullable String why) {
    return Objects.requireNonNull(why).strip();
  }

  /** Why it cannot be done, as far as one can see without the ledger; null if it may. */
  private @Nullable String wrong(
      @Nullable String client,
      @Nullable BigDecimal adjust,
      long @Nullable [] settle,
      @Nullable Boolean charged,
      @Nullable String why) {
    if (client == null && clients.size() != 1) {
      return "client: there are several, so say which of " + clients.keySet();
    }
    if (client != null && !clients.containsKey(client)) {
      return "client: expected one of " + clients.keySet() + ", got " + client;
    }
    boolean settles = settle != null && settle.length > 0;
    if (settles ? charged == null : settle != null || charged != null) {
      return "settle needs the numbers of entries, and charged";
    }
    boolean changes = settles || adjust != null;
    if (changes && (why == null || why.isBlank() || why.length() > MAX_WHY)) {
      return "why: say in 1 to 1000 characters what you know it from; it is kept with the change";
    }
    boolean counts =
        adjust == null
            || (adjust.stripTrailingZeros().scale() <= MAX_DECIMALS
                && adjust.abs().compareTo(MAX_USD) < 0);
    return counts
        ? null
        : "adjust: expected at most 9 decimals and less than 9 billion USD, got " + adjust;
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
