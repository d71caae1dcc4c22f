package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The texts of failed lookups, with a resolver that caches failures as the JDK does. */
class DnsLookupsTest {
  private static final String HOST = "freight.test";
  private static final String TEMPORARY = HOST + ": Temporary failure in name resolution";
  private static final String UNKNOWN = HOST + ": Name or service not known";

  /** The texts of the next failures; empty for an address. */
  private final Deque<Optional<String>> results = new ArrayDeque<>();

  private final DnsLookups lookups = new DnsLookups(this::resolve, Runnable::run);

  private List<InetAddress> resolve(String host) throws UnknownHostException {
    Optional<String> failure = results.remove();
    if (failure.isPresent()) throw new UnknownHostException(failure.get());
    return List.of(InetAddress.getLoopbackAddress());
  }

  private void fails(String with, String reported) {
    results.add(Optional.of(with));
    assertThatExceptionOfType(UnknownHostException.class)
        .isThrownBy(() -> lookups.lookup(HOST))
        .withMessage(reported);
  }

  @Test
  void cachedFailureHasTheTextOfTheFirst() {
    fails(TEMPORARY, TEMPORARY);
    fails(HOST, TEMPORARY);
    fails(HOST, TEMPORARY);
    fails(UNKNOWN, UNKNOWN);
    fails(HOST, UNKNOWN);
  }

  @Test
  void resolvedHostHasNoEarlierText() throws UnknownHostException {
    fails(TEMPORARY, TEMPORARY);
    results.add(Optional.empty());
    assertThat(lookups.lookup(HOST)).hasSize(1);
    fails(HOST, HOST);
  }
}
