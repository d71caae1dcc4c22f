package io.freightsdk.internal.agent;

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
 * Lists the loads that these tools have created, from the entries of the ledger, for a model that
 * lost its context.
 */
final class ListLoadsTool implements ToolBody {
  private static final int MOST = 20;

  private final SpendLedger ledger;
  private final SpendFilter creations;

  /**
   * @param scope of these tools
   */
  ListLoadsTool(SpendLedger ledger, SpendScope scope) {
    this.ledger = ledger;
    this.creations = SpendFilter.all().scope(scope).operation(Operation.CREATE_LOAD);
  }

  @Override
  public Answer run(Invocation invocation) {
    String written = invocation.optionalText("customerRef");
    Newest newest = new Newest();
    Entries.each(
        ledger,
        written == null ? creations : creations.customerRef(invocation.reference(written)),
        newest::add);
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    newest.byOrder.values().forEach(entry -> loads.add(shown(entry)));
    Collections.reverse(loads);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loads", loads);
    if (newest.older > 0) members.put("note", "Not shown: " + newest.older + " older.");
    return Answer.free(members);
  }

  /** The newest orders that have a load, or may have one; each once. */
  private static final class Newest {
    private final Map<String, SpendEntry> byOrder = new LinkedHashMap<>();
    private int older;

    void add(SpendEntry entry) {
      boolean mayBeThere = entry.loadNumber() != null || entry.amountUsd().signum() != 0;
      if (!mayBeThere) return;
      String order = entry.customerRef() == null ? "#" + entry.id() : entry.customerRef();
      SpendEntry before = byOrder.get(order);
      if (before != null && before.loadNumber() != null) return;
      byOrder.put(order, entry);
      if (byOrder.size() <= MOST) return;
      Iterator<SpendEntry> oldest = byOrder.values().iterator();
      oldest.next();
      oldest.remove();
      older++;
    }
  }

  private static Map<String, @Nullable Object> shown(SpendEntry entry) {
    Map<String, @Nullable Object> load = new LinkedHashMap<>();
    load.put("customerRef", ServiceText.line(entry.customerRef()));
    load.put("loadNumber", ServiceText.identifier(entry.loadNumber()));
    load.put("createdAt", Times.text(entry.at()));
    if (entry.loadNumber() == null) load.put("note", "Not answered yet: repeat its create_load");
    return load;
  }
}
