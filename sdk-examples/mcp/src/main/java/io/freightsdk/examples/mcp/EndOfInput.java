package io.freightsdk.examples.mcp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** An input that can be waited for: a server that parks itself is orphaned when its host ends. */
final class EndOfInput extends FilterInputStream {
  private final CountDownLatch ended = new CountDownLatch(1);

  EndOfInput(InputStream input) {
    super(input);
  }

  void await() throws InterruptedException {
    ended.await();
  }

  @Override
  public int read() throws IOException {
    return noted(super.read());
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return noted(super.read(bytes, offset, length));
  }

  private int noted(int read) {
    if (read < 0) ended.countDown();
    return read;
  }
}
