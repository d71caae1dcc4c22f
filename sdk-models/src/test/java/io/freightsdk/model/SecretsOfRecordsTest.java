package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class SecretsOfRecordsTest {
  @Test
  void noRecordShowsASecret() {
    StopInput stop = StopInput.builder().address("a").city("c").state("OH").zip("45202").build();
    assertThat(
            CreateLoadInput.builder()
                .driverPhone("+13125550142")
                .pickups(stop)
                .deliveries(stop)
                .customerRef("PO-77120")
                .build())
        .asString()
        .contains("driverPhone=***", "PO-77120")
        .doesNotContain("312");
    assertThat(new CreateLoadResult(true, "id", "LD-1", "trk_1", "drv_1", "drv_2", null, null))
        .asString()
        .contains("LD-1")
        .doesNotContain("trk_", "drv_");
    assertThat(new DedupCreateLoadResult(true, "id", "LD-1", "trk_1", "drv_1", null, true))
        .asString()
        .contains("driverAppLink=null")
        .doesNotContain("trk_", "drv_");
    assertThat(TopUpByCardInput.builder().amountUsd(BigDecimal.TEN).cardToken("tok_secret").build())
        .asString()
        .contains("10")
        .doesNotContain("tok_");
  }
}
