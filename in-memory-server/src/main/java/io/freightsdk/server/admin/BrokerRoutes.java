package io.freightsdk.server.admin;

import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.RequestContext;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.AccountManager;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.KeyScope;
import io.freightsdk.server.view.LedgerEntry;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The routes for brokers, keys, money and trucks. */
final class BrokerRoutes {
  private final FreightService service;
  private final AccountManager accounts;
  private final VirtualClock clock;

  BrokerRoutes(AdminContext admin) {
    this.service = admin.service();
    this.accounts = service.accounts();
    this.clock = admin.clock();
  }

  Response create(RequestContext context) throws IOException {
    AdminInput input =
        AdminInput.of(context, "email", "balanceUsd", "registered", "scopes", "agentKey");
    BigDecimal balance = input.usd("balanceUsd");
    Boolean registered = input.bool("registered");
    Account broker =
        accounts.open(
            input.text("email"),
            balance == null ? BigDecimal.ZERO : balance,
            registered == null || registered,
            input.text("agentKey"),
            input.scopes());
    return JsonText.response(
        201,
        JsonText.object(
            "brokerId", broker.brokerId(),
            "agentKey", broker.agentKey(),
            "balanceUsd", broker.balanceUsd()));
  }

  /** Lists the matching accounts in the order of their identifiers. */
  Response list(RequestContext context) {
    String text = AdminInput.search(context, "q");
    List<Account> matching =
        accounts.all().stream()
            .filter(
                broker ->
                    text == null || AdminInput.anyContains(text, broker.brokerId(), broker.email()))
            .sorted(Comparator.comparing(Account::brokerId))
            .toList();
    int limit = AdminInput.count(context, "limit", Integer.MAX_VALUE);
    List<Map<String, @Nullable Object>> page =
        matching.stream()
            .skip(AdminInput.offset(context))
            .limit(limit)
            .map(BrokerRoutes::json)
            .toList();
    return JsonText.ok("matching", matching.size(), "brokers", page);
  }

  private static Map<String, @Nullable Object> json(Account broker) {
    return JsonText.object(
        "brokerId", broker.brokerId(),
        "email", broker.email(),
        "registered", broker.registered(),
        "agentKey", broker.agentKey(),
        "balanceUsd", broker.balanceUsd());
  }

  Response newKey(RequestContext context) throws IOException {
    Set<KeyScope> scopes = AdminInput.of(context, "scopes").scopes();
    String key = accounts.issueKey(broker(context).brokerId(), scopes);
    return JsonText.response(201, JsonText.object("agentKey", key));
  }

  Response revoke(RequestContext context) {
    if (!accounts.revoke(context.parameter("agentKey"))) {
      throw RefusedException.notFound("No such agent key");
    }
    return AdminRoutes.ok();
  }

  Response credit(RequestContext context) throws IOException {
    AdminInput input = AdminInput.of(context, "amountUsd");
    Account broker = broker(context);
    BigDecimal amount = input.required("amountUsd", input.usd("amountUsd"));
    accounts.credit(broker.brokerId(), amount, EntryDetails.withoutRequest(clock.now()));
    return JsonText.ok("balanceUsd", broker.balanceUsd());
  }

  /** Lists the latest entries, oldest first. Skips the {@code offset} newest entries. */
  Response ledger(RequestContext context) {
    Account broker = broker(context);
    List<LedgerEntry> all = broker.entries();
    int limit = AdminInput.limit(context);
    return JsonText.ok(
        "balanceUsd", broker.balanceUsd(),
        "matching", all.size(),
        "entries", AdminInput.newest(all, AdminInput.offset(context), limit));
  }

  Response addTruck(RequestContext context) throws IOException {
    AdminInput input = AdminInput.of(context, "truckNumber", "driverName", "driverPhone");
    String truckNumber = input.requiredText("truckNumber");
    // Responses never show the name of a driver, only whether the driver is known.
    input.text("driverName");
    String driverPhone = input.text("driverPhone");
    service.addTruck(truckNumber, driverPhone);
    return JsonText.response(201, JsonText.object("truckNumber", truckNumber));
  }

  private Account broker(RequestContext context) {
    Account broker = accounts.find(context.parameter("id"));
    if (broker == null) throw RefusedException.notFound("No such broker");
    return broker;
  }
}
