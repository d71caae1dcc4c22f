package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.ServerInProcess.Received;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** The reference server of a world, with one broker. */
final class SimulatedService {
  static final String ADDRESS = "https://freight.example";

  private static final int MAX_ENTRIES = 1_000_000;

  private final InMemoryFreightServer server;
  private final Broker broker;

  /**
   * By the ids that the server gave to their requests; null for what was there from the beginning.
   */
  private final Map<String, CallLog.Attempt> attempts = new HashMap<>();

  private Faults.Outage outage;

  /**
   * A server whose clock follows another.
   *
   * @param nanos since the start
   */
  SimulatedService(Instant start, LongSupplier nanos, long seed, BigDecimal balanceUsd) {
    this.server =
        ServerInProcess.start(
            InMemoryFreightServer.builder()
                .clockStart(start)
                .seed(seed)
                .publicUrl(ADDRESS)
                .admin(false)
                .journalCapacity(1)
                .smsCapacity(1)
                .ledgerCapacity(MAX_ENTRIES),
            nanos);
    this.broker =
        server.createBroker(BrokerSettings.DEFAULT.withBalance(balanceUsd.toPlainString()));
  }

  /**
   * The whole response, before any network fault.
   *
   * @param asksToWait the seconds of {@code Retry-After}; null without it
   */
  record ServiceResponse(int status, byte[] body, @Nullable String asksToWait) {
    ServiceResponse(int status, byte[] body) {
      this(status, body, null);
    }

    /** Whether a creation names a load that was there under its reference. */
    boolean belongsToAnEarlierOrder() {
      return new String(body, StandardCharsets.UTF_8).contains("\"deduplicated\":true");
    }

    /** So many bytes of it. */
    ServiceResponse cut(int bytes) {
      return new ServiceResponse(status, Arrays.copyOf(body, bytes), asksToWait);
    }
  }

  /** Money that the service took for an attempt. */
  record TakenDebit(CallLog.Attempt attempt, Instant at, BigDecimal usd, String key) {}

  String agentKey() {
    return broker.agentKey();
  }

  BigDecimal balanceUsd() {
    return broker.balanceUsd();
  }

  void credit(BigDecimal usd) {
    broker.credit(usd);
  }

  Map<String, BigDecimal> prices() {
    return server.prices();
  }

  void price(String name, BigDecimal usd) {
    server.prices(Map.of(name, usd));
  }

  /** Takes billing down, or puts it up again. */
  void billing(boolean works) {
    if (works && outage != null) outage.close();
    if (works) outage = null;
    if (!works && outage == null) outage = server.faults().billingOutage();
  }

  /** The debits of attempts, oldest first. */
  List<TakenDebit> taken() {
    List<TakenDebit> taken = new ArrayList<>();
    for (LedgerEntry entry : broker.debits()) {
      if (!attempts.containsKey(entry.requestId())) {
        throw new IllegalStateException("nobody asked for what was taken: " + entry);
      }
      CallLog.Attempt attempt = attempts.get(entry.requestId());
      if (attempt == null) continue;
      taken.add(new TakenDebit(attempt, entry.at(), entry.amountUsd(), entry.idempotencyKey()));
    }
    return taken;
  }

  /** A load that is there from the beginning; its number. */
  String load(byte[] body) {
    ask(
        null,
        Operation.CREATE_LOAD.method(),
        Operation.CREATE_LOAD.path(),
        List.of(Map.entry("Authorization", "Bearer " + agentKey())),
        body);
    return server.loads(1).get(0).loadNumber();
  }

  /**
   * One request.
   *
   * @param key the idempotency key that comes; null for none
   */
  ServiceResponse answer(CallLog.Attempt attempt, Request request, @Nullable String key, byte[] body) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    for (int i = 0; i < request.headers().size(); i++) {
      String name = request.headers().name(i);
      boolean isKey = name.equalsIgnoreCase("Idempotency-Key");
      headers.add(Map.entry(name, isKey ? key : request.headers().value(i)));
    }
    String query = request.url().encodedQuery();
    String path = request.url().encodedPath();
    String target = query == null ? path : path + "?" + query;
    return ask(attempt, request.method(), target, headers, body);
  }

  private ServiceResponse ask(
      CallLog.Attempt attempt,
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body) {
    Received answer = ServerInProcess.call(server, method, target, headers, body);
    attempts.put(answer.headers().get("X-Request-Id"), attempt);
    return new ServiceResponse(answer.status(), answer.body(), answer.headers().get("Retry-After"));
  }
}
