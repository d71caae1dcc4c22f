package io.freightsdk.examples.benchmarks.codec;

/** The libraries that are measured, each with its usual settings. */
public enum Library {
  FREIGHT_SDK("Freight SDK") {
    @Override
    Codec<?> codec(Body body) {
      return new FreightCodec<>(body.model);
    }
  },
  MOSHI("Moshi, reflective records") {
    @Override
    Codec<?> codec(Body body) {
      return new MoshiCodec<>(body.twin);
    }
  },
  JACKSON_2("Jackson 2") {
    @Override
    Codec<?> codec(Body body) {
      return new Jackson2Codec<>(body.twin);
    }
  },
  JACKSON_3("Jackson 3") {
    @Override
    Codec<?> codec(Body body) {
      return new Jackson3Codec<>(body.twin);
    }
  },
  GSON("Gson") {
    @Override
    Codec<?> codec(Body body) {
      return new GsonCodec<>(body.twin);
    }
  },
  /** The floor: what Moshi takes to find the end of the text. */
  SKIPPING("Moshi, skipping all tokens") {
    @Override
    Codec<?> codec(Body body) {
      return new SkippingCodec();
    }
  };

  /** As the tables name it. */
  final String title;

  Library(String title) {
    this.title = title;
  }

  abstract Codec<?> codec(Body body);
}
