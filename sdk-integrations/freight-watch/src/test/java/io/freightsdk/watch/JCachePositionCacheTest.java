package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.cache.expiry.ExpiryPolicy;
import org.junit.jupiter.api.Test;

class JCachePositionCacheTest {
  @Test
  void aPositionThatReplacesAnotherIsKeptAsLongAsTheFirst() {
    ExpiryPolicy policy =
        JCachePositionCache.configuration(Duration.ofMinutes(10)).getExpiryPolicyFactory().create();
    var keep = new javax.cache.expiry.Duration(TimeUnit.MILLISECONDS, 600_000);

    assertThat(policy.getExpiryForCreation()).isEqualTo(keep);
    assertThat(policy.getExpiryForUpdate()).isEqualTo(keep);
    assertThat(policy.getExpiryForAccess()).as("a look does not keep it longer").isNull();
  }
}
