package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
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
}
