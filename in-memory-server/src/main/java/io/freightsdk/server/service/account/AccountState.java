package io.freightsdk.server.service.account;

import io.freightsdk.model.Operation;
import io.freightsdk.server.service.account.AgentKeys.AgentKey;
import io.freightsdk.server.state.StateStream;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.Scope;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Accounts, keys and prices in a state file. */
public final class AccountState {
  private final StateStream state;

  public AccountState(StateStream state) {
    this.state = state;
  }

  /** The caller must hold the account's lock while it is written. */
  public Ledger ledger(@Nullable Ledger of) {
    return Ledger.restored(
        state.integer(of, Ledger::maxEntries),
        state.maybe(of, Ledger::carriedForward, this::entry),
        state.list(of, Ledger::uncarried, this::entry),
        new Ledger.Books(
            state.amount(of, ledger -> ledger.books().prepaidUsd()),
            state.amount(of, ledger -> ledger.books().paymentsUsd()),
            state.amount(of, ledger -> ledger.books().revenueUsd())));
  }

  private LedgerEntry entry(@Nullable LedgerEntry of) {
    return new LedgerEntry(
        state.time(of, LedgerEntry::at),
        state.constant(of, LedgerEntry.Type.class, LedgerEntry::type),
        operation(of, LedgerEntry::operation),
        state.amount(of, LedgerEntry::amountUsd),
        state.amount(of, LedgerEntry::balanceAfterUsd),
        state.maybeText(of, LedgerEntry::loadNumber),
        state.maybeText(of, LedgerEntry::idempotencyKey),
        state.maybeText(of, LedgerEntry::requestId));
  }

  /** The operation of an entry or a rule, which is null while reading. */
  public <T> @Nullable Operation operation(
      @Nullable T of, Function<T, @Nullable Operation> member) {
    return state.maybe(
        of, member, operation -> Operation.ofId(state.text(operation, Operation::id)));
  }

  public AgentKeys keys(@Nullable AgentKeys of) {
    return new AgentKeys(state.map(of, keys -> new TreeMap<>(keys.grants()), this::grant));
  }

  private AgentKey grant(@Nullable AgentKey of) {
    String brokerId = state.text(of, AgentKey::brokerId);
    List<Scope> scopes =
        state.list(
            of,
            grant -> grant.scopes().stream().sorted(Comparator.comparing(Scope::value)).toList(),
            scope -> Scope.of(state.text(scope, Scope::value)));
    return new AgentKey(brokerId, Set.copyOf(scopes));
  }

  public PriceList prices(@Nullable PriceList of) {
    Map<String, BigDecimal> prices =
        state.map(of, PriceList::all, price -> state.amount(price, UnaryOperator.identity()));
    PriceList list = new PriceList();
    list.change(new LinkedHashMap<>(prices));
    return list;
  }
}
