package io.freightsdk.server.service;

import io.freightsdk.server.service.StoredLoad.LoadIds;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Consumer;

/** Creates identifiers, tokens and keys from random bytes. */
final class RandomIdGenerator {
  private static final int TOKEN_BYTES = 12;
  private static final int KEY_BYTES = 24;

  private final Consumer<byte[]> randomSource;

  RandomIdGenerator(Consumer<byte[]> bits) {
    this.randomSource = bits;
  }

  /** A random UUID, version 4. */
  UUID newUuid() {
    ByteBuffer bits = ByteBuffer.wrap(bytes(2 * Long.BYTES));
    long high = (bits.getLong() & ~0xF000L) | 0x4000L;
    long low = (bits.getLong() & ~(0xC0L << 56)) | (0x80L << 56);
    return new UUID(high, low);
  }

  /**
   * Identifiers for a load with this number. The tokens of its links have 96 random bits, because
   * they give access.
   */
  LoadIds newLoadIds(String loadNumber, String brokerId, Instant createdAt) {
    return new LoadIds(
        loadNumber,
        brokerId,
        createdAt,
        newUuid(),
        "trk_" + hex(TOKEN_BYTES),
        "drv_" + hex(TOKEN_BYTES));
  }

  String newBrokerId() {
    return "brk_" + hex(TOKEN_BYTES);
  }

  String newAgentKey() {
    return "fak_" + hex(KEY_BYTES);
  }

  private String hex(int bytes) {
    return HexFormat.of().formatHex(bytes(bytes));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    randomSource.accept(bytes);
    return bytes;
  }
}
