package io.freightsdk.internal.agent.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.testing.SampleLoads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Orders look alike if account, driver and both ZIP codes are equal. */
class RecentCreationsTest {
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

  private final RecentCreations recent = new RecentCreations();

  private static CreateLoadInput order(String customerRef, String... deliveryZips) {
    CreateLoadInput two = SampleLoads.twoStops();
    StopInput delivery = two.deliveries().get(0);
    List<StopInput> deliveries =
        List.of(deliveryZips).stream().map(zip -> delivery.toBuilder().zip(zip).build()).toList();
    return two.toBuilder().customerRef(customerRef).deliveries(deliveries).build();
  }

  private void create(CreateLoadInput order, Instant at) {
    RecentCreations.Creation creation = recent.start("account", order, at);
    creation.keep("LD-1");
    creation.end();
  }

  private boolean looksLikeAnother(String account, CreateLoadInput order, Instant at) {
    RecentCreations.Creation creation = recent.start(account, order, at);
    creation.end();
    return creation.similarOrder() != null;
  }

  @Test
  void lastDeliveryDecidesTheLane() {
    create(order("PO-1", "75201", "77002"), NOON);

    assertThat(looksLikeAnother("account", order("PO-2", "70112", "77002"), NOON)).isTrue();
    assertThat(looksLikeAnother("account", order("PO-2", "75201", "78701"), NOON)).isFalse();
  }

  @Test
  void creationIsKeptForADayInItsAccount() {
    create(order("PO-1", "75201"), NOON);
    CreateLoadInput other = order("PO-2", "75201");
    Instant nextNoon = NOON.plus(Duration.ofDays(1));

    assertThat(looksLikeAnother("another", other, NOON)).isFalse();
    assertThat(looksLikeAnother("account", other, nextNoon.minusSeconds(1))).isTrue();
    assertThat(looksLikeAnother("account", other, nextNoon)).isFalse();
  }

  /** A repeat that is refused leaves what is known of the order before it. */
  @Test
  void refusedRepeatDoesNotRemoveTheEarlierCreation() {
    create(order("PO-1", "75201"), NOON);
    recent.start("account", order("PO-1", "75201"), NOON).end();

    RecentCreations.Creation next = recent.start("account", order("PO-2", "75201"), NOON);
    assertThat(next.similarOrder()).isNotNull();
    assertThat(next.similarOrder().loadNumber()).isEqualTo("LD-1");
  }
}
