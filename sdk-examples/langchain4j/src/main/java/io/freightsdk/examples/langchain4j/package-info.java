/** Freight tools in LangChain4j, in a conversation that runs without a key. */
@NullMarked
package io.freightsdk.examples.langchain4j;

import org.jspecify.annotations.NullMarked;
