package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
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
    SpendFilter own = creations.account(account);
    Newest newest = new Newest();
    Entries.each(
        ledger, written == null ? own : own.customerRef(Reference.of(written)), newest::add);
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    newest.byOrder.values().forEach(entry -> loads.add(shown(account, entry, written != null)));
    Collections.reverse(loads);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loads", loads);
    if (newest.older > 0) members.put("note", "Not shown: " + newest.older + " older.");
    return Answer.free(members);
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    return Invocation.problemOfReference(value);
  }

  /** The newest orders that have a load, or may have one; each once. */
  private static final class Newest {
    private final Map<String, SpendEntry> byOrder = new LinkedHashMap<>();
    private int older;

    void add(SpendEntry entry) {
      boolean mayBeThere = Entries.namesALoad(entry) || entry.amountUsd().signum() != 0;
      if (!mayBeThere) return;
      String order = entry.customerRef() == null ? "#" + entry.id() : entry.customerRef();
      byOrder.merge(order, entry, Entries::ofTheLoad);
      if (byOrder.size() <= MOST) return;
      Iterator<SpendEntry> oldest = byOrder.values().iterator();
      oldest.next();
      oldest.remove();
      older++;
    }
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
