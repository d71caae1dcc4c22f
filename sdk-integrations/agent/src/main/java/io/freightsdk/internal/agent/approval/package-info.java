/**
 * The checks before a call that costs money or cannot be undone: price, limits and approval. Does
 * not depend on a tool.
 */
@NullMarked
package io.freightsdk.internal.agent.approval;

import org.jspecify.annotations.NullMarked;
