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
  private final Sightings sightings;

  ListLoadsTool(Orders orders, Sightings sightings) {
    this.orders = orders;
    this.sightings = sightings;
  }

  @Override
  public Answer run(Invocation invocation) {
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    List<Orders.Order> newest = orders.all(MOST + 1);
    for (Orders.Order order : newest.subList(0, Math.min(MOST, newest.size()))) {
      Map<String, @Nullable Object> load = new LinkedHashMap<>();
      load.put("customerRef", ServiceText.line(order.customerRef()));
      load.put("loadNumber", order.loadNumber());
      load.put("createdAt", order.at().toString());
      String number = order.loadNumber();
      Sightings.Seen seen = number == null ? null : sightings.find(number);
      if (seen != null) {
        load.put("lastStatus", ServiceText.word(seen.status()));
        load.put("readAt", seen.at().toString());
      }
      if (number == null) load.put("note", "Not answered yet: repeat its create_load");
      loads.add(load);
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loads", loads);
    if (newest.size() > MOST) members.put("note", "Older loads are not shown.");
    return Answer.free(members);
  }
}
