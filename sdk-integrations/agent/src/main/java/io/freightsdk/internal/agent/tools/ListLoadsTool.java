package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.answers.ServiceText;
import io.freightsdk.internal.agent.answers.Times;
import io.freightsdk.internal.agent.approval.Invocation;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the loads that these tools have created in the client's account, from the entries of the
 * ledger, for a model that lost its context.
 */
final class ListLoadsTool implements ToolBody {
  private static final int MOST = 20;

  /** Entries of the ledger: enough for the loads, though orders are sent several times. */
  private static final int LOOKED_AT = 100;

  private final FreightClient client;
  private final SpendLedger ledger;
  private final SpendFilter creations;
  private final LastStatus lastStatus;

  /**
   * @param scope of these tools
   */
  ListLoadsTool(FreightClient client, SpendLedger ledger, SpendScope scope, LastStatus lastStatus) {
    this.client = client;
    this.ledger = ledger;
    this.lastStatus = lastStatus;
    this.creations = SpendFilter.all().scope(scope).operation(Operation.CREATE_LOAD);
  }

  @Override
  public Answer run(Invocation invocation) {
    String written = invocation.optionalText("customerRef");
    String account = Account.of(client);
    SpendFilter own = creations.accountId(account);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (written != null) {
      SpendEntry order = known(own.customerRef(Reference.of(written)));
      members.put("loads", order == null ? List.of() : List.of(shown(account, order, true)));
      return Answer.free(members);
    }
    List<SpendEntry> newest = Entries.newest(ledger, own, LOOKED_AT);
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    for (SpendEntry entry : byOrder(newest)) {
      if (loads.size() < MOST) loads.add(shown(account, entry, false));
    }
    members.put("loads", loads);
    boolean areAll = newest.size() < LOOKED_AT && byOrder(newest).size() <= MOST;
    if (!areAll) members.put("note", "Older ones are not shown: ask for one by its customerRef.");
    return Answer.free(members);
  }

  private @Nullable SpendEntry known(SpendFilter order) {
    SpendEntry[] known = {null};
    Entries.each(
        ledger,
        order,
        entry -> {
          if (mayHaveALoad(entry)) known[0] = Entries.ofTheLoad(known[0], entry);
        });
    return known[0];
  }

  /** Of each order the entry that tells of its load, the newest order first. */
  private static List<SpendEntry> byOrder(List<SpendEntry> newestFirst) {
    Map<String, SpendEntry> orders = new LinkedHashMap<>();
    for (SpendEntry entry : newestFirst) {
      if (!mayHaveALoad(entry)) continue;
      String order = entry.customerRef() == null ? "#" + entry.id() : entry.customerRef();
      orders.merge(order, entry, (newer, older) -> Entries.ofTheLoad(older, newer));
    }
    return List.copyOf(orders.values());
  }

  private static boolean mayHaveALoad(SpendEntry entry) {
    return Entries.namesALoad(entry) || entry.amountUsd().signum() != 0;
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    return Reference.problem((String) value);
  }

  /**
   * @param isAsked whether the model asked for this order, and so for its link
   */
  private Map<String, @Nullable Object> shown(String account, SpendEntry entry, boolean isAsked) {
    String loadNumber = ServiceText.identifier(entry.loadNumber());
    LastStatus.Seen seen = loadNumber == null ? null : lastStatus.of(account, loadNumber);
    Map<String, @Nullable Object> load = new LinkedHashMap<>();
    load.put("customerRef", ServiceText.line(entry.customerRef()));
    load.put("loadNumber", loadNumber);
    Entries.addTime(entry, load);
    if (seen != null) {
      load.put("status", seen.status());
      load.put("statusAt", Times.text(seen.at()));
    }
    if (isAsked) load.put("trackingLink", ServiceText.link(entry.trackingLink()));
    if (entry.loadNumber() == null) load.put("note", "Not answered yet: repeat its create_load");
    return load;
  }
}
