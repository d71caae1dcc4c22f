package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.service.order.PhoneNumber;
import org.junit.jupiter.api.Test;

class DemoDispatcherTest {
  @Test
  void theDemonstrationNeverRunsOutOfTelephoneNumbers() {
    for (int load = 1; load < 30_000; load++) {
      String phone = DemoDispatcher.phone(load);
      assertThat(PhoneNumber.toE164(phone)).isEqualTo(phone);
    }
  }
}
