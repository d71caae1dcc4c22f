package io.freightsdk.internal.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the loads that these tools have created, from memory, for a model that lost its context.
 */
final class ListLoadsTool implements ToolBody {
  private static final int MOST = 20;

  private final Orders orders;

  ListLoadsTool(Orders orders) {
    this.orders = orders;
  }

  @Override
  public Answer run(Invocation invocation) {
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    List<Orders.Order> newest = orders.all();
    int older = Math.max(0, newest.size() - MOST);
    for (Orders.Order order : newest.subList(0, newest.size() - older)) {
      Map<String, @Nullable Object> load = new LinkedHashMap<>();
      load.put("customerRef", ServiceText.line(order.customerRef()));
      load.put("loadNumber", order.loadNumber());
      load.put("createdAt", Times.text(order.at()));
      if (order.loadNumber() == null) load.put("note", "Not answered yet: repeat its create_load");
      loads.add(load);
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loads", loads);
    if (older > 0) members.put("note", "Not shown: " + older + " older.");
    return Answer.free(members);
  }
}
