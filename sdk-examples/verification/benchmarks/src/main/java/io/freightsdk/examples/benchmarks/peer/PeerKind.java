package io.freightsdk.examples.benchmarks.peer;

/**
 * The clients that are measured. Opening one loads the classes of that one only, so that a fresh
 * JVM shows what it costs by itself.
 */
public enum PeerKind {
  /** The floor: nothing but the exchange and the SDK's parser. */
  OKHTTP("OkHttp, same parser") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new OkHttpPeer(baseUrl, atOnce, false);
    }
  },
  OKHTTP_ENQUEUE("OkHttp enqueue, same parser") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new OkHttpPeer(baseUrl, atOnce, true);
    }
  },
  JDK("JDK HttpClient, same parser") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new JdkPeer(baseUrl);
    }
  },
  FREIGHT_SDK("Freight SDK") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new FreightPeer(baseUrl, atOnce, false);
    }
  },
  FREIGHT_SDK_ASYNC("Freight SDK, async") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new FreightPeer(baseUrl, atOnce, true);
    }
  },
  RETROFIT("Retrofit + Moshi") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new RetrofitPeer(baseUrl, atOnce);
    }
  },
  FEIGN("Feign + OkHttp + Moshi") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new FeignPeer(baseUrl, atOnce);
    }
  },
  GENERATED("openapi-generator, okhttp-gson") {
    @Override
    public Peer open(String baseUrl, int atOnce) {
      return new GeneratedPeer(baseUrl, atOnce);
    }
  };

  private final String title;

  PeerKind(String title) {
    this.title = title;
  }

  /** As the tables name it. */
  public String title() {
    return title;
  }

  /**
   * A client with its usual settings, except that it allows this many calls at the same time.
   *
   * @param baseUrl without a slash at its end
   */
  public abstract Peer open(String baseUrl, int atOnce);
}
