package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.Accounts;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.service.ServiceSettings;
import io.freightsdk.server.service.account.AgentKeys.AgentKey;
import io.freightsdk.server.service.account.Ledger.Reason;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reference service with one broker, without sockets: its own service layer, and the answers
 * that its routes give. It stands in this package because the shapes of the answers are private to
 * it.
 */
public final class SimulatedDoor {
  private static final String CURRENCY = "USD";
  private static final ServiceSettings SETTINGS =
      new ServiceSettings(false, Duration.ofHours(2), PingRules.DEFAULT, 1_000_000);

  /** A simulation sends few bodies, many times: each is parsed and checked once. */
  private static final Map<Body, LoadOrder> ORDERS = new HashMap<>();

  private final VirtualClock clock;
  private final FaultPlan faults = new FaultPlan();
  private final FreightService service;
  private final PositionAnswers positions;
  private final Account account;
  private final String agentKey;
  private Faults.@Nullable Outage outage;

  /**
   * A service whose clock follows another.
   *
   * @param nanos since the start
   */
  public SimulatedDoor(Instant start, LongSupplier nanos, long seed, BigDecimal balanceUsd) {
    this.clock = new VirtualClock(start, 1, nanos);
    this.service =
        new FreightService(
            clock,
            new Random(seed)::nextBytes,
            SETTINGS,
            faults,
            new SmsLog(10),
            () -> "https://freight.example");
    this.positions = new PositionAnswers(service.positions());
    Accounts.Opened opened =
        service.accounts().open("sim@broker.example", balanceUsd, true, null, Scope.all());
    this.agentKey = opened.agentKey();
    this.account = account(agentKey);
  }

  /** What goes back: whole, before any network. */
  public record Answered(int status, byte[] body) {}

  /** Money that the service took. */
  public record Debit(
      Instant at, BigDecimal usd, @Nullable String requestId, @Nullable String key) {}

  public String agentKey() {
    return agentKey;
  }

  public BigDecimal balanceUsd() {
    return account.balanceUsd();
  }

  public void credit(BigDecimal usd) {
    account.credit(usd, Reason.ofTest(clock.now()));
  }

  public Map<String, BigDecimal> prices() {
    return service.accounts().prices().all();
  }

  public void price(String name, BigDecimal usd) {
    service.accounts().prices().change(Map.of(name, usd));
  }

  /** Takes billing down, or puts it up again. */
  public void billing(boolean works) {
    if (works && outage != null) outage.close();
    if (works) outage = null;
    if (!works && outage == null) outage = faults.billingOutage();
  }

  /** The ledger, oldest first, without credits. */
  public List<Debit> debits() {
    List<Debit> debits = new ArrayList<>();
    for (LedgerEntry entry : account.entries()) {
      if (entry.type() != LedgerEntry.Type.DEBIT) continue;
      debits.add(
          new Debit(entry.at(), entry.amountUsd(), entry.requestId(), entry.idempotencyKey()));
    }
    return debits;
  }

  /** Numbers of the loads that were paid for. */
  public List<String> loads() {
    List<String> loads = new ArrayList<>();
    for (LedgerEntry entry : account.entries()) {
      if (entry.loadNumber() != null) loads.add(entry.loadNumber());
    }
    return loads;
  }

  /**
   * One request.
   *
   * @param requestId by which the ledger names what it charged
   * @param loadNumber null for operations without one
   */
  public Answered answer(
      Operation operation,
      String key,
      String requestId,
      @Nullable String idempotencyKey,
      @Nullable String loadNumber,
      byte[] body) {
    clock.settle();
    Response answer;
    try {
      Caller caller = new Caller(account(key), requestId);
      answer =
          switch (operation) {
            case CREATE_LOAD -> create(caller, idempotencyKey, body);
            case GET_LOAD_POSITION -> positions.answer(caller, String.valueOf(loadNumber));
            case CONFIRM_DELIVERY -> confirm(caller, String.valueOf(loadNumber));
            case GET_PRICING ->
                JsonText.response(200, JsonText.object("currency", CURRENCY, "prices", prices()));
            case GET_BALANCE ->
                JsonText.response(
                    200, JsonText.object("currency", CURRENCY, "balanceUsd", balanceUsd()));
            default -> throw new IllegalArgumentException("not simulated: " + operation);
          };
    } catch (RefusedException refused) {
      answer = ErrorTable.answer(refused.refusal());
    }
    return new Answered(answer.status(), answer.body());
  }

  private Account account(String key) {
    AgentKey grant = service.accounts().grantOf(key);
    Account known = grant == null ? null : service.accounts().find(grant.brokerId());
    if (known == null) throw new RefusedException(new Refusal.InvalidKey());
    return known;
  }

  private Response create(Caller caller, @Nullable String key, byte[] body) {
    LoadOrder order = ORDERS.computeIfAbsent(new Body(body), this::order);
    LoadCreation.Request request =
        new LoadCreation.Request(Operation.CREATE_LOAD, order, key, Arrays.hashCode(body));
    return LoadJson.answer(service.creation().create(caller, request).outcome(), service.links());
  }

  private LoadOrder order(Body body) {
    try {
      return service.orders().read((Map<?, ?>) JsonText.parse(body.bytes));
    } catch (IOException malformed) {
      throw new RefusedException(new Refusal.InvalidJson());
    }
  }

  private Response confirm(Caller caller, String loadNumber) {
    service.deliveries().confirm(caller, loadNumber, null);
    return JsonText.response(200, Map.of("ok", true, "idempotent", true));
  }

  /** Bytes as the key of a map. */
  private record Body(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Body that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
