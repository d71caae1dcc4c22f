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

/** The in-memory server of a world, with one broker. */
final class SimulatedService {
  static final String ADDRESS = "https://freight.example";

  private static final int MAX_ENTRIES = 1_000_000;

  private final InMemoryFreightServer server;
  private final Broker broker;

  /** Attempts by the request id of the server; null for the requests before the first action. */
  private final Map<String, RecordedCall.Attempt> attempts = new HashMap<>();

  private Faults.BillingOutage outage;

  /**
   * Creates a server.
   *
   * @param nanos its clock: nanoseconds since {@code start}
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
   * The complete response, before any network fault.
   *
   * @param retryAfter the seconds of {@code Retry-After}; null without it
   */
  record ServiceResponse(int status, byte[] body, @Nullable String retryAfter) {
    ServiceResponse(int status, byte[] body) {
      this(status, body, null);
    }

    /** Whether a creation returned the existing load of its {@code customerRef}. */
    boolean isDeduplicated() {
      return new String(body, StandardCharsets.UTF_8).contains("\"deduplicated\":true");
    }

    /** Its first bytes. */
    ServiceResponse cut(int bytes) {
      return new ServiceResponse(status, Arrays.copyOf(body, bytes), retryAfter);
    }
  }

  /** A debit for an attempt. */
  record AttemptDebit(RecordedCall.Attempt attempt, Instant at, BigDecimal usd, String key) {}

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

  void setPrice(String name, BigDecimal usd) {
    server.prices(Map.of(name, usd));
  }

  /** Makes billing available or unavailable. */
  void setBillingAvailable(boolean works) {
    if (works && outage != null) outage.close();
    if (works) outage = null;
    if (!works && outage == null) outage = server.faults().billingOutage();
  }

  /** The debits of attempts, oldest first. */
  List<AttemptDebit> debits() {
    List<AttemptDebit> taken = new ArrayList<>();
    for (LedgerEntry entry : broker.debits()) {
      if (!attempts.containsKey(entry.requestId())) {
        throw new IllegalStateException("a debit without a request: " + entry);
      }
      RecordedCall.Attempt attempt = attempts.get(entry.requestId());
      if (attempt == null) continue;
      taken.add(new AttemptDebit(attempt, entry.at(), entry.amountUsd(), entry.idempotencyKey()));
    }
    return taken;
  }

  /** Creates a load before the first action, and returns its number. */
  String createLoad(byte[] body) {
    call(
        null,
        Operation.CREATE_LOAD.method(),
        Operation.CREATE_LOAD.path(),
        List.of(Map.entry("Authorization", "Bearer " + agentKey())),
        body);
    return server.loads(1).get(0).loadNumber();
  }

  /**
   * Sends one request to the service.
   *
   * @param key the idempotency key that arrives; null for none
   */
  ServiceResponse send(
      RecordedCall.Attempt attempt, Request request, @Nullable String key, byte[] body) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    for (int i = 0; i < request.headers().size(); i++) {
      String name = request.headers().name(i);
      boolean isKey = name.equalsIgnoreCase("Idempotency-Key");
      headers.add(Map.entry(name, isKey ? key : request.headers().value(i)));
    }
    String query = request.url().encodedQuery();
    String path = request.url().encodedPath();
    String target = query == null ? path : path + "?" + query;
    return call(attempt, request.method(), target, headers, body);
  }

  private ServiceResponse call(
      RecordedCall.Attempt attempt,
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body) {
    Received response = ServerInProcess.call(server, method, target, headers, body);
    attempts.put(response.headers().get("X-Request-Id"), attempt);
    return new ServiceResponse(
        response.status(), response.body(), response.headers().get("Retry-After"));
  }
}
