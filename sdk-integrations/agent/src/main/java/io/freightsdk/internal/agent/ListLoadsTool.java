package io.freightsdk.internal.agent;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  private static final int PAGE = 1_000;

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
    SpendFilter filter =
        written == null ? creations : creations.customerRef(invocation.reference(written));
    Deque<SpendEntry> newest = new ArrayDeque<>();
    int older = 0;
    try {
      List<SpendEntry> page;
      long last = 0;
      do {
        page = ledger.entries(filter, last, PAGE);
        for (SpendEntry entry : page) {
          last = entry.id();
          boolean mayBeThere = entry.loadNumber() != null || entry.amountUsd().signum() != 0;
          if (!mayBeThere) continue;
          newest.addFirst(entry);
          if (newest.size() <= MOST) continue;
          newest.removeLast();
          older++;
        }
      } while (page.size() == PAGE);
    } catch (SpendLedgerException e) {
      throw Failures.booksAway();
    }
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    newest.forEach(entry -> loads.add(shown(entry)));
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loads", loads);
    if (older > 0) members.put("note", "Not shown: " + older + " older.");
    return Answer.free(members);
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
