package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which scopes lie in each other. */
class ScopePathsTest {
  @Test
  void aSpendCountsInItsScopeAndInThoseAroundIt() {
    assertThat(ScopePaths.upwards("client/acme/run-7"))
        .containsExactly("client/acme/run-7", "client/acme", "client");
    assertThat(ScopePaths.upwards("client")).containsExactly("client");
  }

  @Test
  void aScopeWhoseNameOnlyBeginsLikeAnotherIsNotInIt() {
    assertThat(ScopePaths.isInside("client/acme", "client")).isTrue();
    assertThat(ScopePaths.isInside("client/acme", "client/acme")).isTrue();
    assertThat(ScopePaths.isInside("client/acme-2", "client/acme")).isFalse();
    assertThat(ScopePaths.isInside("client", "client/acme")).isFalse();
  }
}
