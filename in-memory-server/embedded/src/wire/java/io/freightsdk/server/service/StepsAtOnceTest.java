package io.freightsdk.server.service;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.support.BareService;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What waits when threads change the service at once: one comes in the middle of the other. */
class StepsAtOnceTest {
  private static final BigDecimal BALANCE = new BigDecimal("10.00");

  private final SmsLog sms = new SmsLog(10);
  private final FreightService service = BareService.create(this::draw, sms);
  private final Caller broker = open();
  private @Nullable Runnable inTheMiddle;
  private @Nullable Thread other;
  private byte drawn;

  /** A creation draws the identifiers of its load when it is neither kept nor paid for. */
  private void draw(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) bytes[i] = ++drawn;
    Runnable now = inTheMiddle;
    inTheMiddle = null;
    if (now != null) now.run();
  }

  private Caller open() {
    String id = service.accounts().open(null, BALANCE, true, null, Scope.all()).brokerId();
    return new Caller(requireNonNull(service.accounts().find(id)), "req_1");
  }

  private void create(Caller caller) {
    try {
      byte[] order = Orders.TWO_STOPS.getBytes(StandardCharsets.UTF_8);
      LoadCreation.Request request =
          new LoadCreation.Request(
              Operation.CREATE_LOAD,
              service.orders().read((Map<?, ?>) JsonText.parse(order)),
              null,
              0);
      service.creation().create(caller, request);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Lets another thread come to where it waits, or to its end. */
  private void begin(Runnable work) {
    Thread begun = new Thread(work);
    other = begun;
    begun.start();
    while (begun.getState() != Thread.State.WAITING && begun.isAlive()) Thread.yield();
  }

  private List<String> numbers() {
    return service.loads().newest(0, 10).stream().map(load -> load.ids().loadNumber()).toList();
  }

  private BigDecimal balance() {
    return requireNonNull(service.accounts().find(broker.brokerId())).balanceUsd();
  }

  @Test
  void aCreationThatComesDuringARestoreWaitsAndIsMadeAfterIt() throws InterruptedException {
    service.restore(
        service.save(),
        () -> {
          begin(() -> create(broker));
          assertThat(requireNonNull(other).isAlive()).isTrue();
        });
    requireNonNull(other).join();

    assertThat(numbers()).containsExactly("LD-2026-0001");
    assertThat(balance()).isEqualByComparingTo("9.35");
  }

  @Test
  void aRestoreWaitsForACreationInProgress() throws InterruptedException {
    FreightService.Saved start = service.save();
    inTheMiddle = () -> begin(() -> service.restore(start, () -> {}));
    create(broker);
    requireNonNull(other).join();

    assertThat(numbers()).isEmpty();
    assertThat(balance()).isEqualByComparingTo(BALANCE);
    assertThat(sms.messages()).isEmpty();
  }

  @Test
  void loadsOfTwoBrokersAreNeverGivenOneNumber() throws InterruptedException {
    Caller another = open();
    inTheMiddle = () -> begin(() -> create(another));
    create(broker);
    requireNonNull(other).join();

    assertThat(numbers()).containsExactly("LD-2026-0002", "LD-2026-0001");
  }
}
