package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.error.NextStep;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The outboxes of the application by their clients, whoever has made them and whatever they are
 * called.
 */
final class Outboxes {
  private Outboxes() {}

  /**
   * Those of each client, by the name of its bean; one whose client is no bean is alone, by its own
   * name.
   */
  static Map<String, List<Outbox>> byClient(ListableBeanFactory beans) {
    Map<String, FreightClient> clients =
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, FreightClient.class);
    Map<String, List<Outbox>> found = new TreeMap<>();
    BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, Outbox.class)
        .forEach(
            (bean, outbox) -> {
              String name = bean;
              for (Map.Entry<String, FreightClient> client : clients.entrySet()) {
                if (client.getValue() == outbox.client()) name = client.getKey();
              }
              found.computeIfAbsent(name, first -> new ArrayList<>()).add(outbox);
            });
    return found;
  }

  /** What waits in all of them. */
  static Outbox.Waiting waiting(List<Outbox> outboxes) {
    List<Outbox.Waiting> each = outboxes.stream().map(Outbox::waiting).toList();
    Stream<Instant> oldest = each.stream().map(Outbox.Waiting::oldestStoredAt);
    return new Outbox.Waiting(
        each.stream().mapToLong(Outbox.Waiting::open).sum(),
        each.stream().mapToLong(Outbox.Waiting::refused).sum(),
        oldest.filter(Objects::nonNull).min(Instant::compareTo).orElse(null));
  }

  /** Their orders, read whenever they are asked for. */
  record Orders(ListableBeanFactory beans) implements WaitingOrders {
    @Override
    public @Nullable List<WaitingOrders.Order> of(String client, int atMost) {
      List<Outbox> own = byClient(beans).get(client);
      if (own == null) return null;
      List<WaitingOrders.Order> orders = new ArrayList<>();
      for (Booking.State state : List.of(Booking.State.REFUSED, Booking.State.OPEN)) {
        own.stream()
            .flatMap(outbox -> outbox.list(state, atMost).stream())
            .sorted(Comparator.comparing(Booking::storedAt))
            .limit(atMost - orders.size())
            .forEach(booking -> orders.add(order(booking)));
      }
      return orders;
    }

    @Override
    public Map<String, FreightClient> clients() {
      Map<String, FreightClient> clients = new TreeMap<>();
      byClient(beans).forEach((name, own) -> clients.put(name, own.get(0).client()));
      return clients;
    }
  }

  private static WaitingOrders.Order order(Booking booking) {
    NextStep step = booking.nextStep();
    return new WaitingOrders.Order(
        booking.reference(),
        booking.state().name(),
        booking.failure(),
        step == null ? null : step.name(),
        booking.attempts(),
        booking.storedAt(),
        booking.state() == Booking.State.OPEN ? booking.dueAt() : null);
  }
}
